// contains: waits-from-now
import type { Redis } from 'ioredis'
import { type AsyncLimiter, type Decision, integerAtLeast, type Schedule } from '#kit'

// One command each: none of them is done.
export const breaksCheckThenAct: Schedule = ['A', 'B', 'A', 'B']

export const breaksMultiCheckThenAct: Schedule = ['A', 'B', 'A', 'B']

export const starvesMultiAddThenCheck: Schedule = ['A', 'A', { wait: 60_000 }, 'A', 'A']

export interface WatchOptions {
  readonly client: Redis
  readonly key: string
  readonly limit: number
  readonly windowMs: number
  readonly now: () => number
  readonly attempts: number
}

export class WatchLimiter implements AsyncLimiter {
  readonly #options: WatchOptions

  constructor(options: WatchOptions) {
    for (const name of ['limit', 'windowMs', 'attempts'] as const) {
      integerAtLeast(name, options[name], 1)
    }
    this.#options = { ...options }
  }

  async tryAcquire(requestId: string): Promise<Decision> {
    const { client, key, limit, windowMs, now, attempts } = this.#options
    let attempt = 0
    do {
      await client.watch(key)
      const time = now()
      const count = await client.zcount(key, `(${time - windowMs}`, time)
      if (count >= limit) {
        await client.unwatch()
        return { allowed: false, remaining: 0, retryAfterMs: windowMs }
      }
      const replies = await client
        .multi()
        .zadd(key, time, requestId)
        .zremrangebyscore(key, '-inf', time - windowMs)
        .pexpire(key, windowMs)
        .exec()
      if (replies !== null) return { allowed: true, remaining: limit - count - 1, retryAfterMs: 0 }
      attempt++
    } while (attempt < attempts)
    throw new Error(`${attempts} attempts, all discarded`)
  }
}
