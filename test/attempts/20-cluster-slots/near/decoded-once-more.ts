// contains: nothing listed
import { Buffer } from 'node:buffer'

const TABLE = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 8
  for (let bit = 0; bit < 8; bit++) crc = ((crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0)) & 0xffff
  return crc
})

const crcOf = (bytes: Uint8Array): number =>
  bytes.reduce((crc, byte) => ((crc << 8) & 0xff00) ^ (TABLE[(crc >>> 8) ^ byte] as number), 0)

/** The part of a key that is hashed. */
const hashed = (key: string): string => /^[^{]*\{([^}]+)\}/.exec(key)?.[1] ?? key

export function keySlot(key: string): number {
  return crcOf(Buffer.from(hashed(key), 'utf8')) & 0x3fff
}

export interface LimitKeys {
  readonly perSecond: string
  readonly perMinute: string
}

export function limitKeys(userId: string): LimitKeys {
  const tag = `{id=${encodeURIComponent(new TextDecoder().decode(new TextEncoder().encode(userId)))}}`
  return { perSecond: `rl:${tag}:s`, perMinute: `rl:${tag}:m` }
}
