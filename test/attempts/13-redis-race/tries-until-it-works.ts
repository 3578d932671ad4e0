// contains: retries-for-ever, prunes-what-it-watches
import type { Redis } from 'ioredis'
import { type AsyncLimiter, type Decision, integerAtLeast, type Schedule } from '#kit'

export const breaksCheckThenAct: Schedule = ['B', 'B', 'A', 'A', 'A', 'B']

export const breaksMultiCheckThenAct: Schedule = ['B', 'A', 'A', 'B']

export const starvesMultiAddThenCheck: Schedule = [
  'B',
  { wait: 1000 },
  'A',
  'A',
  'A',
  { wait: 59_000 },
  'A',
]

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
    const { client, key, limit, windowMs, now } = this.#options
    const time = now()
    await client.watch(key)
    await client.zremrangebyscore(key, '-inf', time - windowMs)
    const count = await client.zcard(key)
    if (count >= limit) {
      const [, oldest = time] = await client.zrange(key, '0', '0', 'WITHSCORES')
      await client.unwatch()
      return {
        allowed: false,
        remaining: 0,
        retryAfterMs: Math.ceil(Number(oldest) + windowMs - time),
      }
    }
    const replies = await client.multi().zadd(key, time, requestId).pexpire(key, windowMs).exec()
    if (replies === null) return this.tryAcquire(requestId)
    return { allowed: true, remaining: limit - count - 1, retryAfterMs: 0 }
  }
}
