// misconception: After a burst the bucket must fill again before the next.
// why: One token is enough for one request. Capacity 5, 1 a second: five at 0, then the sixth waits 1000 ms; this says 5000.
// caught by: the wait is until what is missing has come, not until all has
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
      retryAfterMs: allowed ? 0 : Math.ceil((this.#fullLevel - this.#level) / this.#refillPerMs),
    }
  }
}
