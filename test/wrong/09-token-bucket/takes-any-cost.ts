// misconception: A cost is a number that the caller has thought about.
// why: A cost of −1 gives a token, and one above capacity can never be met. Capacity 3, 1 a second: cost −1 at 0 is allowed and leaves 4; the right answer is a RangeError that names cost.
// caught by: cost must be positive, finite and at most capacity; a call that threw has changed nothing
import { Clock, type Decision, integerAtLeast, positiveFinite } from '#kit'

const PARTS_PER_TOKEN = 1000

export class TokenBucket {
  readonly #fullLevel: number
  readonly #refillPerMs: number
  readonly #clock: Clock
  #level: number
  #at: number

  constructor({ capacity, refillPerSec }: { capacity: number; refillPerSec: number }, now: number) {
    integerAtLeast('capacity', capacity, 1)
    positiveFinite('refillPerSec', refillPerSec)
    this.#refillPerMs = refillPerSec
    this.#fullLevel = capacity * PARTS_PER_TOKEN
    this.#clock = new Clock(now)
    this.#level = this.#fullLevel
    this.#at = now
  }

  tryAcquire(now: number, cost = 1): Decision {
    const time = this.#clock.see(now)
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
