// misconception: Tokens are a number with a fraction, and a ms brings rate / 1000 of them.
// why: The fraction is rounded at each call. Capacity 1, 100 a second, asked every ms: at 7 the wait is told as 4, not 3; and 0.1 added ten times is less than 1, so that the client that was promised 10 ms is denied at 10.
// caught by: stretch: a client that asks every ms is let in just when it was promised
import { Clock, type Decision, integerAtLeast, positiveAtMost, positiveFinite } from '#kit'

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
    this.#refillPerMs = refillPerSec / 1000
    this.#fullLevel = capacity
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
    const missing = cost - this.#level
    const allowed = missing <= 0
    if (allowed) this.#level -= cost
    return {
      allowed,
      remaining: Math.floor(this.#level),
      retryAfterMs: allowed ? 0 : Math.ceil(missing / this.#refillPerMs),
    }
  }
}
