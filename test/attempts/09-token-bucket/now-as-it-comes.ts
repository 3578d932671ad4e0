// contains: nothing listed
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
    this.#tokens = capacity * 1000
    this.#last = now
  }

  tryAcquire(now: number, cost = 1): Decision {
    positiveAtMost('cost', cost, this.#capacity)
    const elapsed = Math.max(0, now - this.#last)
    this.#clock.see(now)
    this.#tokens = Math.min(this.#capacity * 1000, this.#tokens + elapsed * this.#refillPerSec)
    this.#last = now
    const allowed = this.#tokens >= cost * 1000
    if (allowed) this.#tokens -= cost * 1000
    const missing = cost * 1000 - this.#tokens
    return {
      allowed,
      remaining: Math.floor(this.#tokens / 1000),
      retryAfterMs: allowed ? 0 : Math.ceil(missing / this.#refillPerSec),
    }
  }
}
