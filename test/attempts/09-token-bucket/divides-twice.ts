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
    this.#tokens = Math.min(
      this.#capacity,
      this.#tokens + ((time - this.#last) / 1000 / 1000) * this.#refillPerSec,
    )
    this.#last = time
    if (this.#tokens >= cost) {
      this.#tokens -= cost
      return { allowed: true, remaining: Math.floor(this.#tokens), retryAfterMs: 0 }
    }
    return {
      allowed: false,
      remaining: Math.floor(this.#tokens),
      retryAfterMs: Math.ceil(((cost - this.#tokens) / this.#refillPerSec) * 1000),
    }
  }
}
