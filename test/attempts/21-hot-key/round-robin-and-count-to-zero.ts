// contains: takes-shards-in-turn, forgets-what-came-meanwhile
import * as kit from '#kit'

/** One hot key as shards `key:0` … `key:n−1`, each in its own slot, that share out the limit. */
export class ShardedLimiter implements kit.AsyncLimiter {
  readonly #shards: kit.AsyncLimiter[]
  #turn = -1

  constructor({ key, limit, shards, create }: kit.ShardedOptions) {
    kit.checkSharded({ key, limit, shards, create })
    this.#shards = []
    let left = limit
    for (let i = 0; i < shards; i++) {
      const part = Math.ceil(left / (shards - i))
      this.#shards.push(create(`${key}:${i}`, part))
      left -= part
    }
  }

  async tryAcquire(requestId: string, cost = 1): Promise<kit.Decision> {
    this.#turn = (this.#turn + 1) % this.#shards.length
    const shard = this.#shards[this.#turn] as kit.AsyncLimiter
    return shard.tryAcquire(requestId, cost)
  }
}

/** At most `limit` in each frame `[n·windowMs, (n+1)·windowMs)`, as far as this pod knows. */
export class SyncedLimiter implements kit.Limiter {
  readonly #options: kit.SyncedOptions
  readonly #clock = new kit.Clock()
  #frame?: { id: number; count: number; total: number }

  constructor(options: kit.SyncedOptions) {
    kit.checkSynced(options)
    this.#options = options
  }

  tryAcquire(now: number): kit.Decision {
    const time = this.#clock.see(now)
    const { limit, windowMs } = this.#options
    const id = Math.floor(time / windowMs)
    if (!this.#frame || this.#frame.id !== id) this.#frame = { id, count: 0, total: 0 }
    const used = this.#frame.count + this.#frame.total
    if (used >= limit) {
      const retryAfterMs = Math.ceil(windowMs * (id + 1) - time)
      return { allowed: false, remaining: 0, retryAfterMs }
    }
    this.#frame.count += 1
    return { allowed: true, remaining: limit - used - 1, retryAfterMs: 0 }
  }

  async sync(): Promise<void> {
    const frame = this.#frame
    if (!frame) return
    frame.total = await this.#options.store.add(`${this.#options.key}/${frame.id}`, frame.count)
    frame.count = 0
  }
}
