// contains: takes-null-for-done
import type { Redis } from 'ioredis'
import { type AsyncLimiter, type Decision, integerAtLeast, type Schedule } from '#kit'

export const breaksCheckThenAct: Schedule = ['A', 'B', 'A', 'B', 'A', 'B']

export const breaksMultiCheckThenAct: Schedule = ['A', 'B', 'A', 'B']

export const starvesMultiAddThenCheck: Schedule = [
  'A',
  { wait: 30_000 },
  ...(['B', 'B', 'B'] as const),
  { wait: 30_000 },
  'B',
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
  private options: WatchOptions

  constructor(options: WatchOptions) {
    for (const name of ['limit', 'windowMs', 'attempts'] as const) {
      integerAtLeast(name, options[name], 1)
    }
    this.options = options
  }

  tryAcquire(requestId: string): Promise<Decision> {
    return this.attempt(requestId, 1)
  }

  private async attempt(requestId: string, n: number): Promise<Decision> {
    const { client, key, limit, windowMs, now, attempts } = this.options
    if (n > attempts) throw new Error(`no way through in ${attempts} attempts`)
    await client.watch(key)
    const time = now()
    const entries = await client.zrange(key, `(${time - windowMs}`, '+inf', 'BYSCORE', 'WITHSCORES')
    const count = entries.length / 2
    if (count >= limit) {
      await client.unwatch()
      const oldest = Number(entries[1])
      return { allowed: false, remaining: 0, retryAfterMs: Math.ceil(oldest + windowMs - time) }
    }
    try {
      await client
        .multi()
        .zremrangebyscore(key, 0, time - windowMs)
        .zadd(key, time, requestId)
        .pexpire(key, windowMs)
        .exec()
      return { allowed: true, remaining: limit - count - 1, retryAfterMs: 0 }
    } catch {
      return this.attempt(requestId, n + 1)
    }
  }
}
