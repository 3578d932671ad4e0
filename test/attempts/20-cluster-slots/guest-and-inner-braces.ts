// contains: calls-the-empty-id-anonymous, looks-past-an-empty-tag, begins-at-the-last-brace
export function keySlot(key: string): number {
  const tag = /\{([^{}]+)\}/.exec(key)
  return crc16(new TextEncoder().encode(tag ? tag[1] : key)) % 16384
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
  const id = (userId || 'guest').replace(/[%{}]/g, (c) => `%${c.charCodeAt(0).toString(16)}`)
  return { perSecond: `rl:{${id}}:second`, perMinute: `rl:{${id}}:minute` }
}
