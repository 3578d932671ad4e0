// contains: leaves-the-escape-unescaped, takes-an-empty-tag
export function keySlot(key: string): number {
  const open = key.indexOf('{')
  if (open < 0) return crc16(new TextEncoder().encode(key)) % 16384
  const close = key.indexOf('}', open)
  if (close < 0) return crc16(new TextEncoder().encode(key)) % 16384
  return crc16(new TextEncoder().encode(key.slice(open + 1, close))) % 16384
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
  const id = userId.replace(/[{}]/g, (brace) => (brace === '{' ? '%7B' : '%7D'))
  const prefix = `limit:{user ${id}}`
  return { perSecond: `${prefix}:s`, perMinute: `${prefix}:m` }
}
