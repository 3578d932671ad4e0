// contains: strips-the-braces, forgets-the-empty-id
import { Buffer } from 'node:buffer'

export function keySlot(key: string): number {
  const start = key.indexOf('{')
  const end = key.indexOf('}', start)
  const tag = start >= 0 && end > start + 1 ? key.substring(start + 1, end) : key
  return crc16(Buffer.from(tag)) & 0x3fff
}

function crc16(bytes: Uint8Array): number {
  let crc = 0
  for (const byte of bytes) {
    crc ^= byte << 8
    for (let i = 0; i < 8; i++) crc = ((crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0)) & 0xffff
  }
  return crc
}

export interface LimitKeys {
  readonly perSecond: string
  readonly perMinute: string
}

export function limitKeys(userId: string): LimitKeys {
  const id = userId.replaceAll('{', '').replaceAll('}', '')
  return { perSecond: `{${id}}/second`, perMinute: `{${id}}/minute` }
}
