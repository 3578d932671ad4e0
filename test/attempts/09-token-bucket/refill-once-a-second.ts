// contains: cuts-time-to-seconds
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
    const seconds = Math.floor((time - this.#last) / 1000)
    if (seconds > 0) {
      this.#tokens = Math.min(this.#capacity, this.#tokens + seconds * this.#refillPerSec)
      this.#last += seconds * 1000
    }
    const allowed = this.#tokens >= cost
    if (allowed) this.#tokens -= cost
    const missing = cost - this.#tokens
    return {
      allowed,
      remaining: Math.floor(this.#tokens),
      retryAfterMs: allowed ? 0 : Math.ceil((missing * 1000) / this.#refillPerSec),
    }
  }
}
