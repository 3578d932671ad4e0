import { integerAtLeast, integerIn, positiveFinite, withoutBraces } from './check.ts'
import type { AsyncLimiter } from './decision.ts'

/** The options of a limiter whose one key is split into shards. */
export interface ShardedOptions {
  /** What the shards' keys begin with: `key:0`, `key:1`, … */
  readonly key: string
  /** How many requests all shards together allow. */
  readonly limit: number
  readonly shards: number
  /** Makes the limiter of one shard: its key, and its part of the limit. */
  readonly create: (key: string, limit: number) => AsyncLimiter
}

/**
 * Throws a `RangeError` unless `limit` is an integer ≥ 1, `shards` one from 1 to `limit` (none may be
 * left with nothing), and `key` without braces.
 */
export function checkSharded({ key, limit, shards }: ShardedOptions): void {
  withoutBraces('key', key)
  integerAtLeast('limit', limit, 1)
  integerIn('shards', shards, 1, limit)
}

/** Counts that all pods share. */
export interface SharedCounter {
  /**
   * Adds `n`, a whole number ≥ 0, to the count of `key` (0 at first), and resolves to the total, this
   * `n` and all other pods' included. If it rejects, nothing was added.
   */
  add(key: string, n: number): Promise<number>
}

/** The options of a limiter that counts by itself and tells the others now and then. */
export interface SyncedOptions {
  /** What the store's keys begin with: one for each frame. */
  readonly key: string
  readonly limit: number
  readonly windowMs: number
  readonly store: SharedCounter
}

/** Throws a `RangeError` unless `limit` is an integer ≥ 1 and `windowMs` positive and finite. */
export function checkSynced({ limit, windowMs }: SyncedOptions): void {
  integerAtLeast('limit', limit, 1)
  positiveFinite('windowMs', windowMs)
}
