import type { Redis } from 'ioredis'
import { type AsyncLimiter, type Decision, integerAtLeast, type Schedule } from '#kit'

// Limit 3, a window of 60,000 ms, and two requests were let in at 0: one place is left.

/** Both count before either adds: what they counted is no longer so when they add. */
export const breaksCheckThenAct: Schedule = ['A', 'A', 'B', 'B', 'A', 'B']

/** The MULTI keeps its own commands together, and leaves the gap before it as it was. */
export const breaksMultiCheckThenAct: Schedule = ['A', 'B', 'A', 'B']

/**
 * A takes the last place. Half a minute later three are denied, and stay. After a minute all three that
 * were let in are gone, and the three that were denied fill the window.
 */
export const starvesMultiAddThenCheck: Schedule = [
  ...(['A', { wait: 30_000 }] as const),
  ...(['B', 'B', 'B', { wait: 30_000 }, 'B'] as const),
]

/** `attempts`: EXECs a call may send. On `client`, the pod's own, calls take turns: rely on it. */
export interface WatchOptions {
  readonly client: Redis
  readonly key: string
  readonly limit: number
  readonly windowMs: number
  readonly now: () => number
  readonly attempts: number
}

/**
 * A sliding log by optimistic locking: WATCH, look, then MULTI. EXEC does nothing if the log was changed
 * since WATCH, whoever changed it; then all begins anew.
 *
 * Why no order breaks it: between WATCH and an EXEC that was carried out nothing has changed, so the count
 * still holds as the request is added. Of pods that meet, the first EXEC always succeeds; so somebody
 * gets on, but one pod may lose each time, and `attempts` is what it does not wait beyond.
 *
 * Cost: three round trips an attempt, four for a denial.
 */
export class WatchLimiter implements AsyncLimiter {
  readonly #options: WatchOptions

  constructor(options: WatchOptions) {
    for (const name of ['limit', 'windowMs', 'attempts'] as const) {
      integerAtLeast(name, options[name], 1)
    }
    this.#options = { ...options }
  }

  /** Decides at `now()`. Rejects with an `Error` that tells `attempts` when all were in vain. */
  async tryAcquire(requestId: string): Promise<Decision> {
    const { client, key, limit, windowMs, now, attempts } = this.#options
    for (let attempt = 1; attempt <= attempts; attempt++) {
      // Before the count: what changes from here on is noticed.
      await client.watch(key)
      const time = now()
      // Not by ZREMRANGEBYSCORE: one's own change, too, would have EXEC discarded.
      const edge = `(${time - windowMs}`
      const count = await client.zcount(key, edge, '+inf')
      if (count >= limit) {
        // No EXEC will end the watch. The connection's next MULTI, for whatever it is, must not pay.
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
