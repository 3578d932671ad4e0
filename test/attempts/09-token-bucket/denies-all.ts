// contains: nothing listed
import { Clock, type Decision, integerAtLeast, positiveAtMost, positiveFinite } from '#kit'

export class TokenBucket {
  readonly #capacity: number
  readonly #clock: Clock

  constructor({ capacity, refillPerSec }: { capacity: number; refillPerSec: number }, now: number) {
    integerAtLeast('capacity', capacity, 1)
    positiveFinite('refillPerSec', refillPerSec)
    this.#capacity = capacity
    this.#clock = new Clock(now)
  }

  tryAcquire(now: number, cost = 1): Decision {
    positiveAtMost('cost', cost, this.#capacity)
    this.#clock.see(now)
    return { allowed: false, remaining: 0, retryAfterMs: 1 }
  }
}
