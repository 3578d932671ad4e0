// contains: waits-for-a-timer
import { Clock, type Decision, integerAtLeast, positiveAtMost, positiveFinite } from '#kit'

export class TokenBucket {
  readonly #capacity: number
  readonly #refillPerSec: number
  readonly #clock: Clock
  #tokens: number

  constructor({ capacity, refillPerSec }: { capacity: number; refillPerSec: number }, now: number) {
    integerAtLeast('capacity', capacity, 1)
    positiveFinite('refillPerSec', refillPerSec)
    this.#capacity = capacity
    this.#refillPerSec = refillPerSec
    this.#clock = new Clock(now)
    this.#tokens = capacity
    setInterval(() => {
      this.#tokens = Math.min(this.#capacity, this.#tokens + this.#refillPerSec)
    }, 1000)
  }

  tryAcquire(now: number, cost = 1): Decision {
    positiveAtMost('cost', cost, this.#capacity)
    const time = this.#clock.see(now)
    void time
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
