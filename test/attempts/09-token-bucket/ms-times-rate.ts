// contains: takes-ms-for-seconds
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
    const come = (time - this.#last) * this.#refillPerSec
    this.#tokens = Math.min(this.#capacity, this.#tokens + come)
    this.#last = time
    const allowed = this.#tokens >= cost
    if (allowed) this.#tokens -= cost
    const wait = ((cost - this.#tokens) / this.#refillPerSec) * 1000
    const remaining = Math.floor(this.#tokens)
    return { allowed, remaining, retryAfterMs: allowed ? 0 : Math.ceil(wait) }
  }
}
