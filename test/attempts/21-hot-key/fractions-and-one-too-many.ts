// contains: nothing listed
import * as kit from '#kit'

/** One hot key as shards `key:0` … `key:n−1`, each in its own slot, that share out the limit. */
export class ShardedLimiter implements kit.AsyncLimiter {
  readonly #shards: kit.AsyncLimiter[]

  constructor({ key, limit, shards, create }: kit.ShardedOptions) {
    kit.checkSharded({ key, limit, shards, create })
    this.#shards = Array.from({ length: shards }, (_, i) => create(`${key}:${i}`, limit / shards))
  }

  async tryAcquire(requestId: string, cost = 1): Promise<kit.Decision> {
    const sum = [...requestId].reduce((all, one) => all + one.charCodeAt(0), 0)
    const shard = this.#shards[sum % this.#shards.length] as kit.AsyncLimiter
    return shard.tryAcquire(requestId, cost)
  }
}

/** At most `limit` in each frame `[n·windowMs, (n+1)·windowMs)`, as far as this pod knows. */
export class SyncedLimiter implements kit.Limiter {
  readonly #options: kit.SyncedOptions
  readonly #clock = new kit.Clock()
  #frame: { number: number; total: number; underway: number; fresh: number } | undefined

  constructor(options: kit.SyncedOptions) {
    kit.checkSynced(options)
    this.#options = { ...options }
  }

  tryAcquire(now: number): kit.Decision {
    const time = this.#clock.see(now)
    const { limit, windowMs } = this.#options
    const number = Math.floor(time / windowMs)
    if (this.#frame?.number !== number) this.#frame = { number, total: 0, underway: 0, fresh: 0 }
    const frame = this.#frame
    const known = frame.total + frame.underway + frame.fresh
    if (known > limit) {
      const retryAfterMs = Math.ceil((number + 1) * windowMs - time)
      return { allowed: false, remaining: 0, retryAfterMs }
    }
    frame.fresh++
    return { allowed: true, remaining: limit - known, retryAfterMs: 0 }
  }

  async sync(): Promise<void> {
    const frame = this.#frame
    if (!frame) return
    const n = frame.fresh
    frame.fresh = 0
    frame.underway += n
    try {
      const total = await this.#options.store.add(`${this.#options.key}:${frame.number}`, n)
      frame.underway -= n
      frame.total = Math.max(frame.total + n, total - frame.underway)
    } catch (error) {
      frame.underway -= n
      frame.fresh += n
      throw error
    }
  }
}
