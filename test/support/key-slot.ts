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
  let rest = 0
  for (const byte of [...Buffer.from(hashedPart(key)), 0, 0]) {
    for (let bit = 7; bit >= 0; bit--) {
      rest = (rest << 1) | ((byte >> bit) & 1)
      if (rest > 0xffff) rest ^= 0x1_1021
    }
  }
  return rest % 16_384
}
