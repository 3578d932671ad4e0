// contains: one-count-for-all-frames, waits-a-whole-window
import * as kit from '#kit'

/** One hot key as shards `key:0` … `key:n−1`, each in its own slot, that share out the limit. */
export class ShardedLimiter implements kit.AsyncLimiter {
  readonly #options: kit.ShardedOptions

  constructor(options: kit.ShardedOptions) {
    kit.checkSharded(options)
    this.#options = { ...options }
  }

  async tryAcquire(requestId: string, cost = 1): Promise<kit.Decision> {
    return kit.todo('let the shard of this request decide', this.#options, requestId, cost)
  }
}

interface Count {
  frame: number
  known: number
  fresh: number
  sending: number
}

/** At most `limit` in each frame `[n·windowMs, (n+1)·windowMs)`, as far as this pod knows. */
export class SyncedLimiter implements kit.Limiter {
  readonly #options: kit.SyncedOptions
  readonly #clock = new kit.Clock()
  #count: Count | null = null

  constructor(options: kit.SyncedOptions) {
    kit.checkSynced(options)
    this.#options = { ...options }
  }

  tryAcquire(now: number): kit.Decision {
    const { limit, windowMs } = this.#options
    const frame = Math.floor(this.#clock.see(now) / windowMs)
    if (this.#count?.frame !== frame) this.#count = { frame, known: 0, fresh: 0, sending: 0 }
    const count = this.#count
    const used = count.known + count.fresh + count.sending
    if (used < limit) {
      count.fresh++
      return { allowed: true, remaining: limit - used - 1, retryAfterMs: 0 }
    }
    return { allowed: false, remaining: 0, retryAfterMs: Math.ceil(windowMs) }
  }

  async sync(): Promise<void> {
    const count = this.#count
    if (count === null) return
    const n = count.fresh
    count.fresh = 0
    count.sending += n
    return this.#options.store.add(this.#options.key, n).then(
      (total) => {
        count.sending -= n
        count.known = Math.max(count.known + n, total - count.sending)
      },
      (error) => {
        count.sending -= n
        count.fresh += n
        throw error
      },
    )
  }
}
