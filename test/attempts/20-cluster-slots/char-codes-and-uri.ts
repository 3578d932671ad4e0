// contains: hashes-utf-16, encodes-by-uri-component
export function keySlot(key: string): number {
  const open = key.indexOf('{')
  const close = open < 0 ? -1 : key.indexOf('}', open)
  const text = close > open + 1 ? key.slice(open + 1, close) : key
  let crc = 0
  for (let i = 0; i < text.length; i++) {
    crc ^= text.charCodeAt(i) << 8
    for (let k = 0; k < 8; k++) {
      crc = crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1
    }
    crc &= 0xffff
  }
  return crc % 16384
}

export interface LimitKeys {
  readonly perSecond: string
  readonly perMinute: string
}

export function limitKeys(userId: string): LimitKeys {
  const tag = `{id-${encodeURIComponent(userId)}}`
  return { perSecond: `${tag}:second`, perMinute: `${tag}:minute` }
}
