import * as kit from '#kit'

/** One hot key as shards `key:0` … `key:n−1`, each in its own slot, that share out the limit. */
export class ShardedLimiter implements kit.AsyncLimiter {
  readonly #options: kit.ShardedOptions

  constructor(options: kit.ShardedOptions) {
    kit.checkSharded(options)
    this.#options = { ...options }
  }

  /** Asks one shard and answers as it does: for the same `requestId` the same one, on every pod. */
  async tryAcquire(requestId: string, cost = 1): Promise<kit.Decision> {
    return kit.todo('let the shard of this request decide', this.#options, requestId, cost)
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

  /** Decides at once: counted are all that this pod let in, and what it was told of the others. */
  tryAcquire(now: number): kit.Decision {
    const time = this.#clock.see(now)
    return kit.todo('decide by what this pod knows of the frame', this.#options, time)
  }

  /** Adds what is new here to the store, and learns the total. Rejects as the store does. */
  async sync(): Promise<void> {
    return kit.todo('tell the store what is new here, and learn what all pods let in')
  }
}
