import type { AsyncLimiter, Decision } from './decision.ts'
import {
  checkCountsOne,
  checkRedisWindow,
  type RedisWindowOptions,
  readReply,
} from './redis-limiter.ts'

/**
 * The sliding counter of kata 17 as a limiter: calls the script with KEYS[1] = key and
 * ARGV = windowMs, limit, and reads its reply `{allowed, count, retryAfterMs, remaining}`. (`count`
 * is that of the current frame; what the frame before leaves of the limit only the script knows.)
 */
export class RedisSlidingCounter implements AsyncLimiter {
  readonly #options: RedisWindowOptions

  /** Throws a `RangeError` unless `limit` and `windowMs` are whole numbers ≥ 1. */
  constructor(options: RedisWindowOptions) {
    checkRedisWindow(options)
    this.#options = { ...options }
  }

  /**
   * Asks for one request, on Redis's clock; counters have no use for its id. One round trip. Rejects
   * with a `RangeError` for a `cost` other than 1, with an `Error` if the script's reply has another
   * shape, and with the client's error if Redis did not answer.
   */
  async tryAcquire(_requestId: string, cost = 1): Promise<Decision> {
    checkCountsOne(cost)
    const { client, script, key, limit, windowMs } = this.#options
    const reply = await script.run(client, [key], [windowMs, limit])
    const names = ['allowed', 'count', 'retryAfterMs', 'remaining'] as const
    const { allowed, remaining, retryAfterMs } = readReply(reply, names)
    return { allowed: allowed === 1, remaining, retryAfterMs }
  }
}
