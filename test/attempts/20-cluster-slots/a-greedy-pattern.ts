// contains: ends-at-the-last-brace, lets-no-line-break-into-a-tag, puts-the-id-between-the-braces
export function keySlot(key: string): number {
  const match = key.match(/\{(.+)\}/)
  const hashed = match?.[1] ?? key
  return crc16(new TextEncoder().encode(hashed)) % 16384
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
  return { perSecond: `rl:{${userId}}:1s`, perMinute: `rl:{${userId}}:1m` }
}
