// contains: keeps-the-shards-together, counts-its-own-twice
import { createHash } from 'node:crypto'
import * as kit from '#kit'

/** One hot key as shards `key:0` … `key:n−1`, each in its own slot, that share out the limit. */
export class ShardedLimiter implements kit.AsyncLimiter {
  readonly #shards: kit.AsyncLimiter[]

  constructor(options: kit.ShardedOptions) {
    kit.checkSharded(options)
    const { key, limit, shards, create } = options
    this.#shards = Array.from({ length: shards }, (_, i) => {
      const part = Math.floor(limit / shards) + (i < limit % shards ? 1 : 0)
      return create(`{${key}}:${i}`, part)
    })
  }

  async tryAcquire(requestId: string, cost = 1): Promise<kit.Decision> {
    const hash = createHash('md5').update(requestId).digest().readUInt32BE(0)
    const shard = this.#shards[hash % this.#shards.length] as kit.AsyncLimiter
    return shard.tryAcquire(requestId, cost)
  }
}

/** At most `limit` in each frame `[n·windowMs, (n+1)·windowMs)`, as far as this pod knows. */
export class SyncedLimiter implements kit.Limiter {
  readonly #options: kit.SyncedOptions
  readonly #clock = new kit.Clock()
  #frame: { number: number; own: number; untold: number; total: number } | undefined

  constructor(options: kit.SyncedOptions) {
    kit.checkSynced(options)
    this.#options = { ...options }
  }

  tryAcquire(now: number): kit.Decision {
    const time = this.#clock.see(now)
    const { limit, windowMs } = this.#options
    const number = Math.floor(time / windowMs)
    if (this.#frame?.number !== number) this.#frame = { number, own: 0, untold: 0, total: 0 }
    const frame = this.#frame
    if (frame.own + frame.total >= limit) {
      return {
        allowed: false,
        remaining: 0,
        retryAfterMs: Math.ceil((number + 1) * windowMs - time),
      }
    }
    frame.own++
    frame.untold++
    return { allowed: true, remaining: limit - frame.own - frame.total, retryAfterMs: 0 }
  }

  async sync(): Promise<void> {
    const frame = this.#frame
    if (!frame) return
    const { key, store } = this.#options
    const n = frame.untold
    frame.untold = 0
    try {
      const total = await store.add(`${key}:${frame.number}`, n)
      frame.total = Math.max(frame.total, total)
    } catch (error) {
      frame.untold += n
      throw error
    }
  }
}
