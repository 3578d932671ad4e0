import { createHash } from 'node:crypto'

/** One of these by a seed: the same seed has the same. */
export function drawn<T>(from: readonly T[], seed: string): T {
  const hash = createHash('sha256').update(seed).digest().readUInt32BE(0)
  const one = from[hash % from.length]
  if (one === undefined) throw new Error(`nothing to draw from, for ${seed}`)
  return one
}
