// contains: joins-the-sync-under-way, counts-the-shards-from-one
import * as kit from '#kit'

/** One hot key as shards `key:0` … `key:n−1`, each in its own slot, that share out the limit. */
export class ShardedLimiter implements kit.AsyncLimiter {
  readonly #shards: kit.AsyncLimiter[] = []

  constructor({ key, limit, shards, create }: kit.ShardedOptions) {
    kit.checkSharded({ key, limit, shards, create })
    for (let i = 1; i <= shards; i++) {
      const part = Math.floor(limit / shards) + Number(i <= limit % shards)
      this.#shards.push(create(`${key}:${i}`, part))
    }
  }

  async tryAcquire(requestId: string, cost = 1): Promise<kit.Decision> {
    const shard = this.#shards[this.#hash(requestId) % this.#shards.length] as kit.AsyncLimiter
    return shard.tryAcquire(requestId, cost)
  }

  #hash(id: string): number {
    let h = 0x811c9dc5
    for (const byte of new TextEncoder().encode(id)) {
      h ^= byte
      h = Math.imul(h, 0x01000193) >>> 0
    }
    return (h ^ (h >>> 16)) >>> 0
  }
}

/** At most `limit` in each frame `[n·windowMs, (n+1)·windowMs)`, as far as this pod knows. */
export class SyncedLimiter implements kit.Limiter {
  readonly #options: kit.SyncedOptions
  readonly #clock = new kit.Clock()
  #frame: { number: number; total: number; underway: number; fresh: number } | undefined
  #busy = false

  constructor(options: kit.SyncedOptions) {
    kit.checkSynced(options)
    this.#options = { ...options }
  }

  tryAcquire(now: number): kit.Decision {
    const time = this.#clock.see(now)
    const { limit, windowMs } = this.#options
    const number = Math.floor(time / windowMs)
    if (this.#frame?.number !== number) this.#frame = { number, total: 0, underway: 0, fresh: 0 }
    const known = this.#frame.total + this.#frame.underway + this.#frame.fresh
    if (known >= limit) {
      const retryAfterMs = Math.ceil((number + 1) * windowMs - time)
      return { allowed: false, remaining: 0, retryAfterMs }
    }
    this.#frame.fresh++
    return { allowed: true, remaining: limit - known - 1, retryAfterMs: 0 }
  }

  async sync(): Promise<void> {
    const frame = this.#frame
    if (!frame || this.#busy) return
    this.#busy = true
    const n = frame.fresh
    frame.fresh = 0
    frame.underway = n
    try {
      const { key, store } = this.#options
      frame.total = await store.add(`${key}:${frame.number}`, n)
    } catch (error) {
      frame.fresh += n
      throw error
    } finally {
      frame.underway = 0
      this.#busy = false
    }
  }
}
