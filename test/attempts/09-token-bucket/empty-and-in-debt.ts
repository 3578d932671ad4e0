// contains: starts-empty, takes-tokens-when-it-denies, adds-up-tokens-in-floats
import { Clock, type Decision, integerAtLeast, positiveAtMost, positiveFinite } from '#kit'

export class TokenBucket {
  readonly #capacity: number
  readonly #refillPerSec: number
  readonly #clock: Clock
  #tokens = 0
  #last: number

  constructor({ capacity, refillPerSec }: { capacity: number; refillPerSec: number }, now: number) {
    integerAtLeast('capacity', capacity, 1)
    positiveFinite('refillPerSec', refillPerSec)
    this.#capacity = capacity
    this.#refillPerSec = refillPerSec
    this.#clock = new Clock(now)
    this.#last = now
  }

  tryAcquire(now: number, cost = 1): Decision {
    positiveAtMost('cost', cost, this.#capacity)
    const time = this.#clock.see(now)
    const came = ((time - this.#last) / 1000) * this.#refillPerSec
    this.#last = time
    this.#tokens = Math.min(this.#capacity, this.#tokens + came) - cost
    if (this.#tokens >= 0) {
      return { allowed: true, remaining: Math.floor(this.#tokens), retryAfterMs: 0 }
    }
    const retryAfterMs = Math.ceil((-this.#tokens / this.#refillPerSec) * 1000)
    return { allowed: false, remaining: 0, retryAfterMs }
  }
}
