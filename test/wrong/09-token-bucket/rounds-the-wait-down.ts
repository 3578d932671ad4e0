// misconception: retryAfterMs is whole, so it is the floor.
// why: After that time the token is not there yet. Capacity 1, 16 a second: a token takes 62.5 ms, so the wait is 63; this says 62, and the request is denied then.
// caught by: the wait is rounded up to whole ms
import { Clock, type Decision, integerAtLeast, positiveAtMost, positiveFinite } from '#kit'

const PARTS_PER_TOKEN = 1000

export class TokenBucket {
  readonly #fullLevel: number
  readonly #refillPerMs: number
  readonly #capacity: number
  readonly #clock: Clock
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

  tryAcquire(now: number, cost = 1): Decision {
    positiveAtMost('cost', cost, this.#capacity)
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
      retryAfterMs: allowed ? 0 : Math.floor(missing / this.#refillPerMs),
    }
  }
}
