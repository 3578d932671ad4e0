// contains: denies-when-discarded, waits-from-now
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
    await client.watch(key)
    const time = now()
    const inWindow = await client.zcount(key, `(${time - windowMs}`, '+inf')
    const denied = { allowed: false, remaining: 0, retryAfterMs: windowMs }
    if (inWindow >= limit) {
      await client.unwatch()
      return denied
    }
    const multi = client.multi()
    multi.zremrangebyscore(key, '-inf', time - windowMs)
    multi.zadd(key, time, requestId)
    multi.pexpire(key, windowMs)
    const result = await multi.exec()
    if (!result) return denied
    return { allowed: true, remaining: limit - inWindow - 1, retryAfterMs: 0 }
  }
}
