// contains: names-the-frame-by-its-second, picks-by-the-first-character
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
    const first = requestId.codePointAt(0) ?? 0
    const shard = this.#shards[first % this.#shards.length] as kit.AsyncLimiter
    return shard.tryAcquire(requestId, cost)
  }
}

/** At most `limit` in each frame `[n·windowMs, (n+1)·windowMs)`, as far as this pod knows. */
export class SyncedLimiter implements kit.Limiter {
  readonly #options: kit.SyncedOptions
  readonly #clock = new kit.Clock()
  #frame: { start: number; total: number; underway: number; fresh: number } | undefined

  constructor(options: kit.SyncedOptions) {
    kit.checkSynced(options)
    this.#options = { ...options }
  }

  tryAcquire(now: number): kit.Decision {
    const time = this.#clock.see(now)
    const { limit, windowMs } = this.#options
    const start = windowMs * Math.floor(time / windowMs)
    if (this.#frame?.start !== start) this.#frame = { start, total: 0, underway: 0, fresh: 0 }
    const known = this.#frame.total + this.#frame.underway + this.#frame.fresh
    if (known >= limit) {
      const retryAfterMs = Math.ceil(start + windowMs - time)
      return { allowed: false, remaining: 0, retryAfterMs }
    }
    this.#frame.fresh++
    return { allowed: true, remaining: limit - known - 1, retryAfterMs: 0 }
  }

  async sync(): Promise<void> {
    const frame = this.#frame
    if (!frame) return
    const second = Math.floor(frame.start / 1000)
    const n = frame.fresh
    frame.fresh = 0
    frame.underway += n
    try {
      const total = await this.#options.store.add(`${this.#options.key}:${second}`, n)
      frame.underway -= n
      frame.total = Math.max(frame.total + n, total - frame.underway)
    } catch (error) {
      frame.underway -= n
      frame.fresh += n
      throw error
    }
  }
}
