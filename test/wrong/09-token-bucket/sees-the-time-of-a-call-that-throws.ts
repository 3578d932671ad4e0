// misconception: The order of the checks does not matter.
// why: A call that threw has changed nothing, the clock included. Capacity 3, 1 a second: three at 0, a cost of 4 at 100000 throws, then at 1000 one token is there; this answers as of 100000, with three.
// caught by: cost must be positive, finite and at most capacity; a call that threw has changed nothing
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
    const time = this.#clock.see(now)
    positiveAtMost('cost', cost, this.#capacity)
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
