// contains: nothing listed
import * as kit from '#kit'

const hash = (text: string): number => {
  let h = 0x811c9dc5
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193)
  h ^= h >>> 16
  h = Math.imul(h, 0x85ebca6b)
  h ^= h >>> 13
  return h >>> 0
}

export class ShardedLimiter implements kit.AsyncLimiter {
  readonly #made = new Map<number, kit.AsyncLimiter>()
  readonly #options: kit.ShardedOptions

  constructor(options: kit.ShardedOptions) {
    kit.checkSharded(options)
    this.#options = { ...options }
  }

  #shard(i: number): kit.AsyncLimiter {
    const { key, limit, shards, create } = this.#options
    let one = this.#made.get(i)
    if (!one) {
      const part = Math.floor(limit / shards) + (i < limit % shards ? 1 : 0)
      one = create(`${key}:${i}`, part)
      this.#made.set(i, one)
    }
    return one
  }

  async tryAcquire(requestId: string, cost = 1): Promise<kit.Decision> {
    return this.#shard(
      hash(`${requestId}${Math.floor(Date.now() / 1000)}`) % this.#options.shards,
    ).tryAcquire(requestId, cost)
  }
}

interface Frame {
  readonly n: number
  /** Let in here and not yet sent. */
  fresh: number
  /** Sent, and not yet answered. */
  flying: number
  told: number
  /** What other pods let in, at least. */
  others: number
}

export class SyncedLimiter implements kit.Limiter {
  readonly #options: kit.SyncedOptions
  readonly #clock = new kit.Clock()
  #frame: Frame | undefined

  constructor(options: kit.SyncedOptions) {
    kit.checkSynced(options)
    this.#options = { ...options }
  }

  tryAcquire(now: number): kit.Decision {
    const time = this.#clock.see(now)
    const { limit, windowMs } = this.#options
    const n = Math.floor(time / windowMs)
    if (this.#frame?.n !== n) this.#frame = { n, fresh: 0, flying: 0, told: 0, others: 0 }
    const frame = this.#frame as Frame
    const known = frame.fresh + frame.flying + frame.told + frame.others
    if (known >= limit) {
      return { allowed: false, remaining: 0, retryAfterMs: Math.ceil((n + 1) * windowMs - time) }
    }
    frame.fresh++
    return { allowed: true, remaining: limit - known - 1, retryAfterMs: 0 }
  }

  async sync(): Promise<void> {
    const frame = this.#frame
    if (!frame) return
    const sent = frame.fresh
    frame.fresh = 0
    frame.flying += sent
    let total: number
    try {
      total = await this.#options.store.add(`${this.#options.key}:${frame.n}`, sent)
    } catch (error) {
      frame.flying -= sent
      frame.fresh += sent
      throw error
    }
    frame.flying -= sent
    frame.told += sent
    frame.others = Math.max(frame.others, total - frame.told - frame.flying)
  }
}
