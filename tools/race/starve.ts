import type { RaceRedis } from '../../test/support/redis/race/index.ts'
import type { Contender } from './limiters.ts'

/** What became of a client that keeps asking. */
export interface Starving {
  readonly limiter: string
  /** Whether each request was let in, in order. */
  readonly letIn: readonly boolean[]
  /** How many were, window by window. */
  readonly perWindow: readonly number[]
}

export const ASKS = { limit: 3, windowMs: 60_000, everyMs: 10_000, windows: 5 }

/** Asks again and again, by a clock of its own that takes no time. */
export async function starve(redis: RaceRedis, { name, make }: Contender): Promise<Starving> {
  const { limit, windowMs, everyMs, windows } = ASKS
  let now = 0
  const limiter = make({ client: redis.client, key: redis.key(), limit, windowMs, now: () => now })
  const perWindow = new Array<number>(windows).fill(0)
  const letIn: boolean[] = []
  for (; now < windows * windowMs; now += everyMs) {
    const { allowed } = await limiter.tryAcquire(`ask-${now}`)
    letIn.push(allowed)
    if (allowed)
      perWindow[Math.floor(now / windowMs)] = 1 + (perWindow[Math.floor(now / windowMs)] ?? 0)
  }
  return { limiter: name, letIn, perWindow }
}
