// misconception: One key, one count; Redis will let it expire.
// why: A key that is added to lives on. In the next frame the store still has the last one's 3: B is denied at once; right is remaining 0 after its first.
// caught by: it starts at 0 on every pod, and in the store
import type { Limiter, ShardedOptions, SyncedOptions } from '#kit'
import { type AsyncLimiter, Clock, checkSharded, checkSynced, type Decision } from '#kit'

/**
 * One hot key as shards `key:0` … `key:n−1`, each in its own slot, that share out the limit.
 *
 * The bound: each shard allows its part, and the parts add up to `limit`, so all together never allow
 * more. They may allow less: a shard that is used up denies while another has room.
 */
export class ShardedLimiter implements AsyncLimiter {
  readonly #shards: readonly AsyncLimiter[]

  constructor(options: ShardedOptions) {
    checkSharded(options)
    const { key, limit, shards, create } = options
    const part = Math.floor(limit / shards)
    // So many shards get one more.
    const rest = limit % shards
    this.#shards = Array.from({ length: shards }, (_, i) =>
      create(`${key}:${i}`, i < rest ? part + 1 : part),
    )
  }

  /** Asks one shard and answers as it does: for the same `requestId` the same one, on every pod. */
  async tryAcquire(requestId: string, cost = 1): Promise<Decision> {
    const shard = this.#shards[hash(requestId) % this.#shards.length] as AsyncLimiter
    return shard.tryAcquire(requestId, cost)
  }
}

/** FNV-1a, 32 bits: the same on every pod, and nothing to remember. */
function hash(text: string): number {
  let mixed = 0x811c9dc5
  for (let i = 0; i < text.length; i++) {
    mixed = Math.imul(mixed ^ text.charCodeAt(i), 0x01000193)
  }
  // Its low bits know nothing of the high ones, and by them the shard is picked.
  return (mixed ^ (mixed >>> 15)) >>> 0
}

/** What a pod knows of one frame. What it let in itself is in just one of the three counts. */
interface Frame {
  readonly number: number
  /** Told to the store and answered, by this pod, and what is surely other pods'. */
  total: number
  /** Handed to the store, which has not answered yet. */
  underway: number
  /** Let in since then. */
  fresh: number
}

/**
 * At most `limit` in each frame `[n·windowMs, (n+1)·windowMs)`, as far as this pod knows.
 *
 * The bound: once the store's total has reached `limit`, each pod learns so at its next sync. Call `b`
 * the most that one pod lets in between two of its syncs. Before the sync that reached it the total was
 * `limit − 1` at most; that sync added `b` at most, and of each other pod what it had not told yet
 * and what it still lets in come to one such stretch, `b` at most. So all pods together allow
 * `limit − 1 + pods · b` at most, and, as each allows `limit` by itself, `pods · limit`. A pod that
 * dies takes a part of its stretch along, which is counted already.
 */
export class SyncedLimiter implements Limiter {
  readonly #options: SyncedOptions
  readonly #clock = new Clock()
  #frame: Frame | undefined

  constructor(options: SyncedOptions) {
    checkSynced(options)
    this.#options = { ...options }
  }

  /** Decides at once: counted are all that this pod let in, and what it was told of the others. */
  tryAcquire(now: number): Decision {
    const time = this.#clock.see(now)
    const { limit, windowMs } = this.#options
    const number = Math.floor(time / windowMs)
    // A new object, so that an answer that comes late finds its own frame, and no other.
    if (this.#frame?.number !== number) this.#frame = { number, total: 0, underway: 0, fresh: 0 }
    const { total, underway, fresh } = this.#frame
    const known = total + underway + fresh
    if (known >= limit) {
      const retryAfterMs = Math.ceil((number + 1) * windowMs - time)
      return { allowed: false, remaining: 0, retryAfterMs }
    }
    this.#frame.fresh++
    return { allowed: true, remaining: limit - known - 1, retryAfterMs: 0 }
  }

  /** Adds what is new here to the store, and learns the total. Rejects as the store does. */
  async sync(): Promise<void> {
    const frame = this.#frame
    if (!frame) return
    const { key, store } = this.#options
    // Taken before the wait: a sync that overlaps this one does not take it once more.
    const taken = frame.fresh
    frame.fresh = 0
    frame.underway += taken
    try {
      const total = await store.add(key, taken)
      frame.underway -= taken
      // What is still under way may be in this total already, and is counted here: once is enough.
      frame.total = Math.max(frame.total + taken, total - frame.underway)
    } catch (error) {
      frame.underway -= taken
      frame.fresh += taken
      throw error
    }
  }
}
