// contains: refills-whole-tokens-only
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
    const elapsed = time - this.#last
    const newTokens = Math.floor((elapsed * this.#refillPerSec) / 1000)
    this.#tokens = Math.min(this.#capacity, this.#tokens + newTokens)
    this.#last = time
    if (this.#tokens < cost) {
      const wait = Math.ceil(((cost - this.#tokens) * 1000) / this.#refillPerSec)
      return { allowed: false, remaining: this.#tokens, retryAfterMs: wait }
    }
    this.#tokens -= cost
    return { allowed: true, remaining: Math.floor(this.#tokens), retryAfterMs: 0 }
  }
}
