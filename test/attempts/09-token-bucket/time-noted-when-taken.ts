// contains: refills-twice-what-a-denial-saw, adds-up-tokens-in-floats
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
    const elapsedSec = (time - this.#last) / 1000
    this.#tokens = Math.min(this.#tokens + elapsedSec * this.#refillPerSec, this.#capacity)
    if (this.#tokens >= cost) {
      this.#tokens -= cost
      this.#last = time
      return { allowed: true, remaining: Math.floor(this.#tokens), retryAfterMs: 0 }
    }
    const retryAfterMs = Math.ceil(((cost - this.#tokens) / this.#refillPerSec) * 1000)
    return { allowed: false, remaining: Math.floor(this.#tokens), retryAfterMs }
  }
}
