// contains: fills-without-a-cap, rounds-the-wait-down, adds-up-tokens-in-floats
import { Clock, type Decision, integerAtLeast, positiveAtMost, positiveFinite } from '#kit'

export class TokenBucket {
  readonly #capacity: number
  readonly #refillPerSec: number
  readonly #clock: Clock
  #tokens: number
  #last: number

  constructor({ capacity, refillPerSec }: { capacity: number; refillPerSec: number }, now: number) {
    integerAtLeast('capacity', capacity, 1)
    positiveFinite('refillPerSec', refillPerSec)
    this.#capacity = capacity
    this.#refillPerSec = refillPerSec
    this.#clock = new Clock(now)
    this.#tokens = capacity
    this.#last = now
  }

  tryAcquire(now: number, cost = 1): Decision {
    positiveAtMost('cost', cost, this.#capacity)
    const time = this.#clock.see(now)
    this.#tokens += ((time - this.#last) * this.#refillPerSec) / 1000
    this.#last = time
    const missing = cost - this.#tokens
    if (missing > 0) {
      return {
        allowed: false,
        remaining: Math.floor(this.#tokens),
        retryAfterMs: Math.floor((missing / this.#refillPerSec) * 1000),
      }
    }
    this.#tokens -= cost
    return { allowed: true, remaining: Math.floor(this.#tokens), retryAfterMs: 0 }
  }
}
