// contains: adds-its-whole-count-each-time, picks-by-the-length
import * as kit from '#kit'

/** One hot key as shards `key:0` … `key:n−1`, each in its own slot, that share out the limit. */
export class ShardedLimiter implements kit.AsyncLimiter {
  readonly #options: kit.ShardedOptions
  readonly #made: (kit.AsyncLimiter | undefined)[] = []

  constructor(options: kit.ShardedOptions) {
    kit.checkSharded(options)
    this.#options = options
  }

  async tryAcquire(requestId: string, cost = 1): Promise<kit.Decision> {
    return this.#shard(requestId.length % this.#options.shards).tryAcquire(requestId, cost)
  }

  #shard(i: number): kit.AsyncLimiter {
    const { key, limit, shards, create } = this.#options
    const before = Math.floor((limit * i) / shards)
    const after = Math.floor((limit * (i + 1)) / shards)
    this.#made[i] ??= create(`${key}:${i}`, after - before)
    return this.#made[i]
  }
}

/** At most `limit` in each frame `[n·windowMs, (n+1)·windowMs)`, as far as this pod knows. */
export class SyncedLimiter implements kit.Limiter {
  readonly #options: kit.SyncedOptions
  readonly #clock = new kit.Clock()
  #frame = -1
  #mine = 0
  #others = 0

  constructor(options: kit.SyncedOptions) {
    kit.checkSynced(options)
    this.#options = { ...options }
  }

  tryAcquire(now: number): kit.Decision {
    const time = this.#clock.see(now)
    const { limit, windowMs } = this.#options
    const frame = Math.floor(time / windowMs)
    if (frame !== this.#frame) {
      this.#frame = frame
      this.#mine = 0
      this.#others = 0
    }
    const remaining = limit - this.#mine - this.#others - 1
    if (remaining < 0) {
      const retryAfterMs = Math.ceil((frame + 1) * windowMs - time)
      return { allowed: false, remaining: 0, retryAfterMs }
    }
    this.#mine++
    return { allowed: true, remaining, retryAfterMs: 0 }
  }

  async sync(): Promise<void> {
    if (this.#frame === -1) return
    const { key, store } = this.#options
    const mine = this.#mine
    const frame = this.#frame
    const total = await store.add(`${key}:${frame}`, mine)
    if (frame === this.#frame) this.#others = total - mine
  }
}
