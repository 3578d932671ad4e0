// contains: rounds-the-parts-down, remaining-falls-below-zero
import * as kit from '#kit'

/** One hot key as shards `key:0` … `key:n−1`, each in its own slot, that share out the limit. */
export class ShardedLimiter implements kit.AsyncLimiter {
  readonly #limiters: kit.AsyncLimiter[] = []

  constructor(options: kit.ShardedOptions) {
    kit.checkSharded(options)
    const perShard = Math.floor(options.limit / options.shards)
    for (let i = 0; i < options.shards; i++) {
      this.#limiters.push(options.create(`${options.key}:${i}`, perShard))
    }
  }

  async tryAcquire(requestId: string, cost = 1): Promise<kit.Decision> {
    let h = 7
    for (const c of requestId) {
      h = (31 * h + c.charCodeAt(0)) >>> 0
    }
    // One more round: the last character must not decide alone.
    h = Math.imul(h ^ (h >>> 16), 0x45d9f3b) >>> 0
    const limiter = this.#limiters[h % this.#limiters.length] as kit.AsyncLimiter
    return await limiter.tryAcquire(requestId, cost)
  }
}

/** At most `limit` in each frame `[n·windowMs, (n+1)·windowMs)`, as far as this pod knows. */
export class SyncedLimiter implements kit.Limiter {
  readonly #options: kit.SyncedOptions
  readonly #clock = new kit.Clock()
  #state = { frame: Number.NaN, mine: 0, pending: 0, others: 0, told: 0 }

  constructor(options: kit.SyncedOptions) {
    kit.checkSynced(options)
    this.#options = { ...options }
  }

  tryAcquire(now: number): kit.Decision {
    const time = this.#clock.see(now)
    const { limit, windowMs } = this.#options
    const frame = Math.floor(time / windowMs)
    if (frame !== this.#state.frame) {
      this.#state = { frame, mine: 0, pending: 0, others: 0, told: 0 }
    }
    const state = this.#state
    const left = limit - state.mine - state.others
    if (left > 0) {
      state.mine++
      return { allowed: true, remaining: left - 1, retryAfterMs: 0 }
    }
    const end = (frame + 1) * windowMs
    return { allowed: false, remaining: left, retryAfterMs: Math.ceil(end - time) }
  }

  async sync(): Promise<void> {
    const state = this.#state
    if (Number.isNaN(state.frame)) return
    const { key, store } = this.#options
    const n = state.mine - state.told - state.pending
    state.pending += n
    try {
      const total = await store.add(`${key}:${state.frame}`, n)
      state.told += n
      state.others = Math.max(state.others, total - state.told - state.pending + n)
    } finally {
      state.pending -= n
    }
  }
}
