// contains: nothing listed
import { Buffer } from 'node:buffer'

export function keySlot(key: string): number {
  const open = key.indexOf('{')
  const close = open < 0 ? -1 : key.indexOf('}', open)
  const text = close > open + 1 ? key.slice(open + 1, close) : key
  let crc = 0
  for (const byte of new TextEncoder().encode(text)) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >> 1) ^ 0xa001 : crc >> 1
  }
  return crc % 16384
}

export interface LimitKeys {
  readonly perSecond: string
  readonly perMinute: string
}

export function limitKeys(userId: string): LimitKeys {
  const tag = `{u${Buffer.from(userId, 'utf16le').toString('hex')}}`
  return { perSecond: `${tag}s`, perMinute: `${tag}m` }
}
