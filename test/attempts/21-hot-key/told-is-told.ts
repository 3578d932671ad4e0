// contains: forgets-what-is-underway, loses-what-could-not-be-told, takes-a-late-answer-for-the-new-frame
import * as kit from '#kit'

/** One hot key as shards `key:0` … `key:n−1`, each in its own slot, that share out the limit. */
export class ShardedLimiter implements kit.AsyncLimiter {
  readonly #shards: kit.AsyncLimiter[]

  constructor(options: kit.ShardedOptions) {
    kit.checkSharded(options)
    const { key, limit, shards, create } = options
    this.#shards = Array.from({ length: shards }, (_, i) =>
      create(`${key}:${i}`, Math.floor(limit / shards) + (i < limit % shards ? 1 : 0)),
    )
  }

  async tryAcquire(requestId: string, cost = 1): Promise<kit.Decision> {
    let mixed = 0x811c9dc5
    for (const byte of Buffer.from(requestId)) mixed = Math.imul(mixed ^ byte, 0x01000193)
    mixed ^= mixed >>> 15
    const shard = this.#shards[(mixed >>> 0) % this.#shards.length] as kit.AsyncLimiter
    return shard.tryAcquire(requestId, cost)
  }
}

/** At most `limit` in each frame `[n·windowMs, (n+1)·windowMs)`, as far as this pod knows. */
export class SyncedLimiter implements kit.Limiter {
  readonly #options: kit.SyncedOptions
  readonly #clock = new kit.Clock()
  #number: number | undefined
  #total = 0
  #fresh = 0

  constructor(options: kit.SyncedOptions) {
    kit.checkSynced(options)
    this.#options = { ...options }
  }

  tryAcquire(now: number): kit.Decision {
    const time = this.#clock.see(now)
    const { limit, windowMs } = this.#options
    const number = Math.floor(time / windowMs)
    if (number !== this.#number) {
      this.#number = number
      this.#total = 0
      this.#fresh = 0
    }
    const known = this.#total + this.#fresh
    if (known >= limit) {
      const retryAfterMs = Math.ceil((number + 1) * windowMs - time)
      return { allowed: false, remaining: 0, retryAfterMs }
    }
    this.#fresh++
    return { allowed: true, remaining: limit - known - 1, retryAfterMs: 0 }
  }

  async sync(): Promise<void> {
    if (this.#number === undefined) return
    const { key, store } = this.#options
    const n = this.#fresh
    this.#fresh = 0
    const total = await store.add(`${key}:${this.#number}`, n)
    this.#total = Math.max(this.#total, total)
  }
}
