// contains: gives-up-with-a-denial, leaves-a-fraction-in-the-wait
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
    for (let i = 0; i < this.#options.attempts; i++) {
      const decision = await this.#attempt(requestId)
      if (decision) return decision
    }
    return { allowed: false, remaining: 0, retryAfterMs: this.#options.windowMs }
  }

  async #attempt(requestId: string): Promise<Decision | undefined> {
    const { client, key, limit, windowMs, now } = this.#options
    await client.watch(key)
    const time = now()
    const entries = await client.zrange(key, '0', '-1', 'WITHSCORES')
    const times = entries.filter((_, i) => i % 2 === 1).map(Number)
    const recent = times.filter((at) => at > time - windowMs)
    if (recent.length >= limit) {
      await client.unwatch()
      return { allowed: false, remaining: 0, retryAfterMs: Math.min(...recent) + windowMs - time }
    }
    const replies = await client
      .multi()
      .zremrangebyscore(key, '-inf', time - windowMs)
      .zadd(key, time, requestId)
      .pexpire(key, windowMs)
      .exec()
    if (!replies) return undefined
    return { allowed: true, remaining: limit - recent.length - 1, retryAfterMs: 0 }
  }
}
