// contains: keeps-every-frame, takes-the-last-answer
import * as kit from '#kit'

/** One hot key as shards `key:0` … `key:n−1`, each in its own slot, that share out the limit. */
export class ShardedLimiter implements kit.AsyncLimiter {
  readonly #shards: kit.AsyncLimiter[]

  constructor(options: kit.ShardedOptions) {
    kit.checkSharded(options)
    const { key, limit, shards, create } = options
    this.#shards = [...Array(shards).keys()].map((i) =>
      create(`${key}:${i}`, Math.floor((limit + i) / shards)),
    )
  }

  async tryAcquire(requestId: string, cost = 1): Promise<kit.Decision> {
    const shard = this.#shards[crc(requestId) % this.#shards.length] as kit.AsyncLimiter
    return shard.tryAcquire(requestId, cost)
  }
}

function crc(id: string): number {
  let c = -1
  for (const byte of Buffer.from(id)) {
    c ^= byte
    for (let bit = 0; bit < 8; bit++) c = c & 1 ? (c >>> 1) ^ 0xedb88320 : c >>> 1
  }
  return ~c >>> 0
}

interface Counts {
  fresh: number
  underway: number
  total: number
}

/** At most `limit` in each frame `[n·windowMs, (n+1)·windowMs)`, as far as this pod knows. */
export class SyncedLimiter implements kit.Limiter {
  readonly #options: kit.SyncedOptions
  readonly #clock = new kit.Clock()
  readonly #frames: Record<string, Counts> = {}
  #latest: string | undefined

  constructor(options: kit.SyncedOptions) {
    kit.checkSynced(options)
    this.#options = { ...options }
  }

  tryAcquire(now: number): kit.Decision {
    const time = this.#clock.see(now)
    const { key, limit, windowMs } = this.#options
    const start = Math.floor(time / windowMs) * windowMs
    this.#latest = `${key}@${start}`
    this.#frames[this.#latest] ??= { fresh: 0, underway: 0, total: 0 }
    const frame = this.#frames[this.#latest] as Counts
    const used = frame.fresh + frame.underway + frame.total
    if (used >= limit) {
      return { allowed: false, remaining: 0, retryAfterMs: Math.ceil(start + windowMs - time) }
    }
    frame.fresh++
    return { allowed: true, remaining: limit - used - 1, retryAfterMs: 0 }
  }

  async sync(): Promise<void> {
    if (this.#latest === undefined) return
    const frame = this.#frames[this.#latest] as Counts
    const n = frame.fresh
    frame.fresh -= n
    frame.underway += n
    let total: number
    try {
      total = await this.#options.store.add(this.#latest, n)
    } catch (error) {
      frame.fresh += n
      frame.underway -= n
      throw error
    }
    frame.underway -= n
    frame.total = total
  }
}
