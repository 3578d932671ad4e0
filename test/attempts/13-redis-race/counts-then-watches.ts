// contains: watch-after-the-read, no-unwatch-on-a-denial
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
    const { client, key, limit, windowMs, now, attempts } = this.#options
    let tries = 0
    while (tries < attempts) {
      tries++
      const at = now()
      const log = await client.zrangebyscore(key, `(${at - windowMs}`, '+inf', 'WITHSCORES')
      const used = log.length / 2
      await client.watch(key)
      if (used >= limit) {
        return {
          allowed: false,
          remaining: 0,
          retryAfterMs: Math.ceil(Number(log[1]) + windowMs - at),
        }
      }
      const done = await client.multi().zadd(key, at, requestId).pexpire(key, windowMs).exec()
      if (done !== null) return { allowed: true, remaining: limit - used - 1, retryAfterMs: 0 }
    }
    throw new Error(`no luck in ${attempts} attempts`)
  }
}
