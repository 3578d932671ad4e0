import { todo } from '#kit'

/**
 * Returns the hash slot of `key`, an integer from 0 to 16383: the CRC16 (XMODEM) of its bytes in
 * UTF-8, modulo 16384.
 *
 * If the key has a `{` and a `}` after it, and something between that first `{` and the first `}`
 * behind it, only what is between them is hashed: the hash tag.
 */
export function keySlot(key: string): number {
  return todo('return the slot that CLUSTER KEYSLOT tells of this key', key)
}

/** The keys of one user's two limits. */
export interface LimitKeys {
  readonly perSecond: string
  readonly perMinute: string
}

/**
 * Returns the names of a user's two limits: two keys in one slot, whatever the user id is (empty,
 * `}a`, `{x}`). No key of one user is a key of another, and users spread over the slots.
 */
export function limitKeys(userId: string): LimitKeys {
  return todo('return two keys of this user that one script may touch on a cluster', userId)
}
