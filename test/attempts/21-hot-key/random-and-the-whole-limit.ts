// contains: picks-a-shard-at-random, limit-not-split
import * as kit from '#kit'

/** One hot key as shards `key:0` … `key:n−1`, each in its own slot, that share out the limit. */
export class ShardedLimiter implements kit.AsyncLimiter {
  readonly #options: kit.ShardedOptions
  readonly #limiters = new Map<number, kit.AsyncLimiter>()

  constructor(options: kit.ShardedOptions) {
    kit.checkSharded(options)
    this.#options = { ...options }
  }

  async tryAcquire(requestId: string, cost = 1): Promise<kit.Decision> {
    const { key, limit, shards, create } = this.#options
    const n = Math.trunc(Math.random() * shards)
    if (!this.#limiters.has(n)) this.#limiters.set(n, create(`${key}:${n}`, limit))
    const shard = this.#limiters.get(n) as kit.AsyncLimiter
    return shard.tryAcquire(requestId, cost)
  }
}

/** At most `limit` in each frame `[n·windowMs, (n+1)·windowMs)`, as far as this pod knows. */
export class SyncedLimiter implements kit.Limiter {
  readonly #options: kit.SyncedOptions
  readonly #clock = new kit.Clock()

  constructor(options: kit.SyncedOptions) {
    kit.checkSynced(options)
    this.#options = { ...options }
  }

  tryAcquire(now: number): kit.Decision {
    const time = this.#clock.see(now)
    return kit.todo('decide by what this pod knows of the frame', this.#options, time)
  }

  async sync(): Promise<void> {
    return kit.todo('tell the store what is new here, and learn what all pods let in')
  }
}
