// contains: skips-the-sync-with-nothing-new, drops-the-cost
import * as kit from '#kit'

/** One hot key as shards `key:0` … `key:n−1`, each in its own slot, that share out the limit. */
export class ShardedLimiter implements kit.AsyncLimiter {
  readonly #shards = new Map<number, kit.AsyncLimiter>()
  readonly #count: number

  constructor(options: kit.ShardedOptions) {
    kit.checkSharded(options)
    const { key, limit, shards, create } = options
    this.#count = shards
    const parts = new Array<number>(shards).fill(0)
    for (let i = 0; i < limit; i++) parts[i % shards] = Number(parts[i % shards]) + 1
    parts.forEach((part, i) => {
      this.#shards.set(i, create(`${key}:${i}`, part))
    })
  }

  async tryAcquire(requestId: string): Promise<kit.Decision> {
    let hash = 5381
    for (const byte of Buffer.from(requestId)) hash = (Math.imul(hash, 33) + byte) >>> 0
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0
    hash ^= hash >>> 12
    const shard = this.#shards.get((hash >>> 0) % this.#count) as kit.AsyncLimiter
    return shard.tryAcquire(requestId)
  }
}

/** At most `limit` in each frame `[n·windowMs, (n+1)·windowMs)`, as far as this pod knows. */
export class SyncedLimiter implements kit.Limiter {
  readonly #options: kit.SyncedOptions
  readonly #clock = new kit.Clock()
  #frame = { index: 0, total: 0, sent: 0, unsent: 0, asked: false }

  constructor(options: kit.SyncedOptions) {
    kit.checkSynced(options)
    this.#options = { ...options }
  }

  tryAcquire(now: number): kit.Decision {
    const time = this.#clock.see(now)
    const { limit, windowMs } = this.#options
    const index = Math.floor(time / windowMs)
    if (!this.#frame.asked || this.#frame.index !== index) {
      this.#frame = { index, total: 0, sent: 0, unsent: 0, asked: true }
    }
    const { total, sent, unsent } = this.#frame
    if (total + sent + unsent >= limit) {
      const retryAfterMs = Math.ceil((index + 1) * windowMs - time)
      return { allowed: false, remaining: 0, retryAfterMs }
    }
    this.#frame.unsent++
    const remaining = limit - total - sent - this.#frame.unsent
    return { allowed: true, remaining, retryAfterMs: 0 }
  }

  async sync(): Promise<void> {
    const frame = this.#frame
    if (frame.unsent === 0) return
    const n = frame.unsent
    frame.unsent = 0
    frame.sent += n
    try {
      const total = await this.#options.store.add(`${this.#options.key}:${frame.index}`, n)
      frame.sent -= n
      frame.total = Math.max(frame.total + n, total - frame.sent)
    } catch (error) {
      frame.sent -= n
      frame.unsent += n
      throw error
    }
  }
}
