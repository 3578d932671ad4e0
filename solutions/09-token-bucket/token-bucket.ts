import { Clock, type Decision, integerAtLeast, positiveAtMost, positiveFinite } from '#kit'

/** A ms brings as many of these as `refillPerSec` says: so whole rates and whole ms stay whole. */
const PARTS_PER_TOKEN = 1000

/**
 * A bucket of `capacity` tokens, full at first, into which `refillPerSec` tokens flow each second,
 * steadily, until it is full. A request is allowed if the tokens that it costs are there, and takes
 * them; a denied one takes nothing.
 *
 * Times are finite numbers in ms (`RangeError` naming `now` otherwise). A `now` earlier than the
 * latest one seen, by the constructor or a denied request too, counts as the latest one seen.
 *
 * Costs nothing between calls: no timer.
 *
 * Exact: the level is kept in thousandths of a token. Of those a ms brings `refillPerSec`, so that
 * nothing is rounded for whole rates, however often the bucket is asked. Adding up 0.1 tokens a ms
 * is off after ten of them. It costs nothing but the factor.
 */
export class TokenBucket {
  readonly #fullLevel: number
  readonly #refillPerMs: number
  readonly #capacity: number
  readonly #clock: Clock
  /** Thousandths of a token that were there at `#at`. */
  #level: number
  #at: number

  constructor({ capacity, refillPerSec }: { capacity: number; refillPerSec: number }, now: number) {
    integerAtLeast('capacity', capacity, 1)
    positiveFinite('refillPerSec', refillPerSec)
    this.#capacity = capacity
    this.#refillPerMs = refillPerSec
    this.#fullLevel = capacity * PARTS_PER_TOKEN
    this.#clock = new Clock(now)
    this.#level = this.#fullLevel
    this.#at = now
  }

  /**
   * Decides on a request at `now` of `cost` tokens; `remaining` is the whole tokens left after it.
   * `cost` is positive and at most `capacity`: a `RangeError` naming it otherwise.
   */
  tryAcquire(now: number, cost = 1): Decision {
    positiveAtMost('cost', cost, this.#capacity)
    const time = this.#clock.see(now)
    // Invariant: the level is what a bucket that was refilled every ms would hold at #at. So both move
    // on together, on a denied call as well.
    const refilled = this.#level + (time - this.#at) * this.#refillPerMs
    this.#level = Math.min(this.#fullLevel, refilled)
    this.#at = time
    const missing = cost * PARTS_PER_TOKEN - this.#level
    const allowed = missing <= 0
    if (allowed) this.#level -= cost * PARTS_PER_TOKEN
    return {
      allowed,
      remaining: Math.floor(this.#level / PARTS_PER_TOKEN),
      retryAfterMs: allowed ? 0 : Math.ceil(missing / this.#refillPerMs),
    }
  }
}
