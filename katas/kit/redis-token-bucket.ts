import { integerAtLeast, positiveAtMost, positiveFinite } from './check.ts'
import type { AsyncLimiter, Decision } from './decision.ts'
import { type RedisLimiterOptions, readReply } from './redis-limiter.ts'

export interface RedisBucketOptions extends RedisLimiterOptions {
  /** Tokens that a full bucket holds. */
  readonly capacity: number
  /** Tokens that flow in each second. */
  readonly refillPerSec: number
}

/**
 * The token bucket of kata 16 as a limiter: calls the script with KEYS[1] = key and
 * ARGV = capacity, refillPerSec, cost, and reads its reply `{allowed, tokensLeft, retryAfterMs}`.
 */
export class RedisTokenBucket implements AsyncLimiter {
  readonly #options: RedisBucketOptions

  /**
   * Throws a `RangeError` unless `capacity` is a whole number ≥ 1 and `refillPerSec` positive and
   * finite.
   */
  constructor(options: RedisBucketOptions) {
    integerAtLeast('capacity', options.capacity, 1)
    positiveFinite('refillPerSec', options.refillPerSec)
    this.#options = { ...options }
  }

  /**
   * Asks for one request of `cost` tokens, on Redis's clock; a bucket has no use for its id. One
   * round trip. Rejects with a `RangeError` for a `cost` that is not positive or above the capacity,
   * before anything is asked (it could never be met); with an `Error` if the script's reply has
   * another shape, and with the client's error if Redis did not answer.
   */
  async tryAcquire(_requestId: string, cost = 1): Promise<Decision> {
    const { client, script, key, capacity, refillPerSec } = this.#options
    positiveAtMost('cost', cost, capacity)
    const reply = await script.run(client, [key], [capacity, refillPerSec, cost])
    const names = ['allowed', 'tokensLeft', 'retryAfterMs'] as const
    const { allowed, tokensLeft, retryAfterMs } = readReply(reply, names)
    return { allowed: allowed === 1, remaining: tokensLeft, retryAfterMs }
  }
}
