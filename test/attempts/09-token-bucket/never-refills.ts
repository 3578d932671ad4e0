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
  }

  tryAcquire(now: number, cost = 1): Decision {
    positiveAtMost('cost', cost, this.#capacity)
    this.#clock.see(now)
    const wait = Math.ceil(1000 / this.#refillPerSec)
    if (this.#tokens < cost) return { allowed: false, remaining: this.#tokens, retryAfterMs: wait }
    this.#tokens -= cost
    return { allowed: true, remaining: this.#tokens, retryAfterMs: 0 }
  }
}
