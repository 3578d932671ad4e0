// contains: one-key-for-both-limits, divides-by-16383
import { createHash } from 'node:crypto'

export function keySlot(key: string): number {
  const open = key.indexOf('{')
  const close = open < 0 ? -1 : key.indexOf('}', open)
  const text = close > open + 1 ? key.slice(open + 1, close) : key
  return crc16(new TextEncoder().encode(text)) % 16383
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
  const key = `rl:${createHash('sha256').update(userId).digest('hex')}`
  return { perSecond: key, perMinute: key }
}
