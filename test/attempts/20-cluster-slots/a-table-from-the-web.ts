// contains: starts-the-crc-at-ffff
import { todo } from '#kit'

const TABLE = Array.from({ length: 256 }, (_, i) => {
  let entry = i << 8
  for (let bit = 0; bit < 8; bit++) entry = entry & 0x8000 ? (entry << 1) ^ 0x1021 : entry << 1
  return entry & 0xffff
})

export function keySlot(key: string): number {
  const from = key.indexOf('{') + 1
  const to = key.indexOf('}', from)
  const part = from > 0 && to > from ? key.slice(from, to) : key
  let crc = 0xffff
  for (const byte of new TextEncoder().encode(part)) {
    crc = ((crc << 8) & 0xffff) ^ (TABLE[((crc >> 8) ^ byte) & 0xff] as number)
  }
  return crc % 16384
}

export interface LimitKeys {
  readonly perSecond: string
  readonly perMinute: string
}

export function limitKeys(userId: string): LimitKeys {
  return todo('return two keys of this user that one script may touch on a cluster', userId)
}
