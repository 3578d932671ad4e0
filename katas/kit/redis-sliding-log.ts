import type { AsyncLimiter, Decision } from './decision.ts'
import {
  checkCountsOne,
  checkRedisWindow,
  decideByCount,
  type RedisWindowOptions,
} from './redis-limiter.ts'

/**
 * The sliding log of kata 15 as a limiter: calls the script with KEYS[1] = key and
 * ARGV = windowMs, limit, requestId, and reads its reply `{allowed, count, retryAfterMs}`.
 */
export class RedisSlidingLog implements AsyncLimiter {
  readonly #options: RedisWindowOptions

  /** Throws a `RangeError` unless `limit` and `windowMs` are whole numbers ≥ 1. */
  constructor(options: RedisWindowOptions) {
    checkRedisWindow(options)
    this.#options = { ...options }
  }

  /**
   * Asks for one request, on Redis's clock. `requestId` must be new for each request. One round
   * trip. Rejects with a `RangeError` for a `cost` other than 1, with an `Error` if the script's
   * reply has another shape, and with the client's error if Redis did not answer.
   */
  async tryAcquire(requestId: string, cost = 1): Promise<Decision> {
    checkCountsOne(cost)
    const { windowMs, limit } = this.#options
    return await decideByCount(this.#options, [windowMs, limit, requestId])
  }
}
