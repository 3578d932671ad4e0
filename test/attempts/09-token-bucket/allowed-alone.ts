// contains: adds-up-tokens-in-floats
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
    const flowed = (time - this.#last) / (1000 / this.#refillPerSec)
    this.#tokens = Math.min(this.#capacity, this.#tokens + flowed)
    this.#last = time
    const allowed = this.#tokens >= cost
    if (allowed) this.#tokens -= cost
    return { allowed, remaining: Math.floor(this.#tokens), retryAfterMs: 0 }
  }
}
