import { Clock, type Decision, integerAtLeast, positiveAtMost, positiveFinite } from '#kit'

/** Time in these is `refillPerSec` a ms, and a token takes a thousand: whole for whole rates. */
const PARTS_PER_TOKEN = 1000

/**
 * The token bucket told by one timestamp: the generic cell rate algorithm (GCRA). Its contract is the
 * token bucket's; it answers the same.
 *
 * Kept is only when the bucket will be full again, known as the theoretical arrival time. Each request
 * pushes it back by the time that its tokens take to flow in. What is missing now is the time from now
 * until then: a request is allowed if, with its own part, that is no more than a whole bucket takes.
 *
 * It trades the picture for one number of state and a single comparison; a denied call changes nothing,
 * so that in a store it need not be written.
 *
 * Exact: times are counted from the constructor's `now`, in thousandths of the time that a token takes,
 * and not rounded while they are below 2^53: at 1,000 a second, for 285 years.
 */
export class TokenBucket {
  readonly #capacity: number
  readonly #refillPerSec: number
  readonly #start: number
  readonly #clock: Clock
  /** When the bucket will be full again, or was: in parts, from the start on. */
  #fullAt = 0

  constructor({ capacity, refillPerSec }: { capacity: number; refillPerSec: number }, now: number) {
    integerAtLeast('capacity', capacity, 1)
    positiveFinite('refillPerSec', refillPerSec)
    this.#capacity = capacity
    this.#refillPerSec = refillPerSec
    this.#clock = new Clock(now)
    this.#start = now
  }

  /**
   * Decides on a request at `now` of `cost` tokens; `remaining` is the whole tokens left after it.
   * `cost` is positive and at most `capacity`: a `RangeError` naming it otherwise.
   */
  tryAcquire(now: number, cost = 1): Decision {
    positiveAtMost('cost', cost, this.#capacity)
    const time = (this.#clock.see(now) - this.#start) * this.#refillPerSec
    const fullAt = Math.max(this.#fullAt, time) + cost * PARTS_PER_TOKEN
    // Allowed, it would be that long until the bucket is full; an empty one takes `#capacity` tokens.
    const early = fullAt - time - this.#capacity * PARTS_PER_TOKEN
    const allowed = early <= 0
    if (allowed) this.#fullAt = fullAt
    const level = this.#capacity * PARTS_PER_TOKEN - Math.max(0, this.#fullAt - time)
    return {
      allowed,
      remaining: Math.floor(level / PARTS_PER_TOKEN),
      retryAfterMs: allowed ? 0 : Math.ceil(early / this.#refillPerSec),
    }
  }
}
