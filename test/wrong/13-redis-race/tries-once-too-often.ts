// misconception: attempts are the retries, after the first try.
// why: attempts is how many EXECs a call may send: with 3 and a log that changed before each it sends 4.
// caught by: stretch: when no attempt succeeds it rejects, and says how many there were
import type { Redis } from 'ioredis'
import { type AsyncLimiter, type Decision, integerAtLeast, type Schedule } from '#kit'

export const breaksCheckThenAct: Schedule = ['A', 'A', 'B', 'B', 'A', 'B']

export const breaksMultiCheckThenAct: Schedule = ['A', 'B', 'A', 'B']

export const starvesMultiAddThenCheck: Schedule = [
  ...(['A', { wait: 30_000 }] as const),
  ...(['B', 'B', 'B', { wait: 30_000 }, 'B'] as const),
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
    for (let attempt = 0; attempt <= attempts; attempt++) {
      await client.watch(key)
      const time = now()
      const edge = `(${time - windowMs}`
      const count = await client.zcount(key, edge, '+inf')
      if (count >= limit) {
        await client.unwatch()
        const oldest = await client.zrangebyscore(key, edge, '+inf', 'WITHSCORES', 'LIMIT', 0, 1)
        const retryAfterMs = Math.ceil(Number(oldest[1] ?? time) + windowMs - time)
        return { allowed: false, remaining: 0, retryAfterMs }
      }
      const replies = await client
        .multi()
        .zremrangebyscore(key, '-inf', time - windowMs)
        .zadd(key, time, requestId)
        .pexpire(key, windowMs)
        .exec()
      if (replies) return { allowed: true, remaining: limit - count - 1, retryAfterMs: 0 }
    }
    throw new Error(`gave up after ${attempts} attempts: the log changed each time`)
  }
}
