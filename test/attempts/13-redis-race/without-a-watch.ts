// contains: nothing listed
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
    const edge = `(${time - windowMs}`
    const count = await client.zcount(key, edge, '+inf')
    if (count < limit) {
      await client.multi().zadd(key, time, requestId).pexpire(key, windowMs).exec()
      return { allowed: true, remaining: limit - count - 1, retryAfterMs: 0 }
    }
    const oldest = await client.zrangebyscore(key, edge, '+inf', 'WITHSCORES', 'LIMIT', 0, 1)
    return {
      allowed: false,
      remaining: 0,
      retryAfterMs: Math.ceil(Number(oldest[1] ?? time) + windowMs - time),
    }
  }
}
