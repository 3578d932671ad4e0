import crc16 from 'crc/crc16xmodem'

/** What Redis hashes of a key: the text between its first `{` and the first `}` after it, else all of it. */
export function hashedPart(key: string): string {
  const [, tag] = /^[^{]*\{([^}]+)\}/.exec(key) ?? []
  return tag ?? key
}

/** The hash slot of a key. It agrees with CLUSTER KEYSLOT; cluster-key-slot, which ioredis asks, errs at `{}{a}`. */
export const slotOf = (key: string): number => crc16(Buffer.from(hashedPart(key))) % 16_384
