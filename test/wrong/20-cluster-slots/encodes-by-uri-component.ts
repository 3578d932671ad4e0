// misconception: encodeURIComponent takes any text.
// why: It throws a URIError for half a surrogate pair. limitKeys("\ud800") throws; right are two keys.
// caught by: stretch: ids with half a surrogate pair have two keys in one slot, and none of another user
const SLOTS = 16_384

/**
 * Returns the hash slot of `key`, an integer from 0 to 16383: the CRC16 (XMODEM) of its bytes in
 * UTF-8, modulo 16384.
 *
 * If the key has a `{` and a `}` after it, and something between that first `{` and the first `}`
 * behind it, only what is between them is hashed: the hash tag.
 */
export function keySlot(key: string): number {
  return crc16(new TextEncoder().encode(hashTag(key) ?? key)) % SLOTS
}

function hashTag(key: string): string | undefined {
  const open = key.indexOf('{')
  if (open === -1) return undefined
  const close = key.indexOf('}', open + 1)
  // An empty tag is none. The search does not go on: `{}{a}` is hashed as a whole.
  return close > open + 1 ? key.slice(open + 1, close) : undefined
}

/** CRC16, XMODEM: polynomial 0x1021, from 0, bits as they come. Of `123456789` it is 0x31c3. */
function crc16(bytes: Uint8Array): number {
  let crc = 0
  for (const byte of bytes) {
    crc ^= byte << 8
    // Invariant: crc is the remainder of what was read so far, with 16 zero bits behind it.
    for (let bit = 0; bit < 8; bit++) {
      crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : crc << 1
    }
  }
  return crc
}

/** The keys of one user's two limits. */
export interface LimitKeys {
  readonly perSecond: string
  readonly perMinute: string
}

/**
 * Returns the names of a user's two limits: two keys in one slot, whatever the user id is (empty,
 * `}a`, `{x}`). No key of one user is a key of another, and users spread over the slots.
 *
 * One slot: the tag begins at the first `{`, which is ours; it is never empty, since `u:` is in it; and
 * it holds no `}`, so that it ends where we end it. Both keys have the same tag.
 *
 * No two users: the escapes can be read back (a `%` of the id's own is escaped, too), so different ids
 * have different tags.
 */
export function limitKeys(userId: string): LimitKeys {
  const tag = `{u:${escaped(userId)}}`
  return { perSecond: `rl:${tag}:second`, perMinute: `rl:${tag}:minute` }
}

const escaped = (text: string) => encodeURIComponent(text)
