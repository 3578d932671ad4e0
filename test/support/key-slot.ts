/** What Redis hashes of a key: the text between its first `{` and the first `}` after it, else all of it. */
export function hashedPart(key: string): string {
  const [, tag] = /^[^{]*\{([^}]+)\}/.exec(key) ?? []
  return tag ?? key
}

/**
 * The hash slot of a key by its definition, bit by bit: the remainder of its bytes, 16 zero bits behind
 * them, by the polynomial x^16 + x^12 + x^5 + 1, modulo 16384. It agrees with CLUSTER KEYSLOT.
 */
export function slotOf(key: string): number {
  const bits = [...Buffer.from(hashedPart(key)), 0, 0].flatMap((byte) =>
    Array.from({ length: 8 }, (_, i) => (byte >> (7 - i)) & 1),
  )
  const remainder = bits.reduce((rest, bit) => {
    const next = (rest << 1) | bit
    return next > 0xffff ? next ^ 0x1_1021 : next
  }, 0)
  return remainder % 16_384
}
