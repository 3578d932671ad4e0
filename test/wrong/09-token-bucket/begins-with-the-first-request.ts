// misconception: The bucket begins to count when it is asked first; the constructor’s now is not needed.
// why: The constructor’s now is seen. Made at 1000 with capacity 1, 1 a second: one at 0 counts as of 1000, so that at 500 the wait is 1000; this says 500.
// caught by: the constructor’s now is seen
import { Clock, type Decision, finite, integerAtLeast, positiveAtMost, positiveFinite } from '#kit'

const PARTS_PER_TOKEN = 1000

export class TokenBucket {
  readonly #fullLevel: number
  readonly #refillPerMs: number
  readonly #capacity: number
  readonly #clock = new Clock()
  #level: number
  #at: number

  constructor({ capacity, refillPerSec }: { capacity: number; refillPerSec: number }, now: number) {
    integerAtLeast('capacity', capacity, 1)
    positiveFinite('refillPerSec', refillPerSec)
    this.#capacity = capacity
    this.#refillPerMs = refillPerSec
    this.#fullLevel = capacity * PARTS_PER_TOKEN
    finite('now', now)
    this.#level = this.#fullLevel
    this.#at = Number.NaN
  }

  tryAcquire(now: number, cost = 1): Decision {
    positiveAtMost('cost', cost, this.#capacity)
    const time = this.#clock.see(now)
    if (Number.isNaN(this.#at)) this.#at = time
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
