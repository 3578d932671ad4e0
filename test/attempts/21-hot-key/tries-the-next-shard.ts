// contains: asks-on-when-a-shard-denies, gives-the-rest-to-one-shard, hides-the-stores-error
import * as kit from '#kit'

/** One hot key as shards `key:0` … `key:n−1`, each in its own slot, that share out the limit. */
export class ShardedLimiter implements kit.AsyncLimiter {
  readonly #shards: kit.AsyncLimiter[] = []

  constructor({ key, limit, shards, create }: kit.ShardedOptions) {
    kit.checkSharded({ key, limit, shards, create })
    const part = Math.floor(limit / shards)
    // The first one takes what is left over.
    this.#shards.push(create(`${key}:0`, limit - part * (shards - 1)))
    while (this.#shards.length < shards) {
      this.#shards.push(create(`${key}:${this.#shards.length}`, part))
    }
  }

  async tryAcquire(requestId: string, cost = 1): Promise<kit.Decision> {
    const start = fnv(requestId) % this.#shards.length
    const order = [...this.#shards.slice(start), ...this.#shards.slice(0, start)]
    let last: kit.Decision | undefined
    for (const shard of order) {
      last = await shard.tryAcquire(requestId, cost)
      if (last.allowed) break
    }
    return last as kit.Decision
  }
}

const fnv = (id: string) => {
  let h = 2166136261
  for (let i = 0; i < id.length; i++) h = Math.imul(h ^ id.charCodeAt(i), 16777619)
  return (h ^ (h >>> 13)) >>> 0
}

/** At most `limit` in each frame `[n·windowMs, (n+1)·windowMs)`, as far as this pod knows. */
export class SyncedLimiter implements kit.Limiter {
  readonly #options: kit.SyncedOptions
  readonly #clock = new kit.Clock()
  #frame: { n: number; told: number; moving: number; fresh: number } | undefined

  constructor(options: kit.SyncedOptions) {
    kit.checkSynced(options)
    this.#options = { ...options }
  }

  tryAcquire(now: number): kit.Decision {
    const time = this.#clock.see(now)
    const { limit, windowMs } = this.#options
    const n = Math.floor(time / windowMs)
    if (this.#frame?.n !== n) this.#frame = { n, told: 0, moving: 0, fresh: 0 }
    const free = limit - this.#frame.told - this.#frame.moving - this.#frame.fresh
    if (free <= 0) {
      const retryAfterMs = Math.ceil((n + 1) * windowMs - time)
      return { allowed: false, remaining: 0, retryAfterMs }
    }
    this.#frame.fresh++
    return { allowed: true, remaining: free - 1, retryAfterMs: 0 }
  }

  async sync(): Promise<void> {
    const frame = this.#frame
    if (!frame) return
    const taken = frame.fresh
    frame.fresh = 0
    frame.moving += taken
    try {
      const total = await this.#options.store.add(`${this.#options.key}:${frame.n}`, taken)
      frame.moving -= taken
      frame.told = Math.max(frame.told + taken, total - frame.moving)
    } catch (error) {
      frame.moving -= taken
      frame.fresh += taken
      console.warn('sync failed, the next one takes it along', error)
    }
  }
}
