// contains: needs-a-token-to-stay
import { Clock, type Decision, integerAtLeast, positiveAtMost, positiveFinite } from '#kit'

export class TokenBucket {
  readonly #capacity: number
  readonly #refillPerSec: number
  readonly #clock: Clock
  #tat: number

  constructor({ capacity, refillPerSec }: { capacity: number; refillPerSec: number }, now: number) {
    integerAtLeast('capacity', capacity, 1)
    positiveFinite('refillPerSec', refillPerSec)
    this.#capacity = capacity
    this.#refillPerSec = refillPerSec
    this.#clock = new Clock(now)
    this.#tat = now
  }

  tryAcquire(now: number, cost = 1): Decision {
    positiveAtMost('cost', cost, this.#capacity)
    const time = this.#clock.see(now)
    const perToken = 1000 / this.#refillPerSec
    const tat = Math.max(this.#tat, time) + cost * perToken
    const allowed = tat - time < this.#capacity * perToken
    if (allowed) this.#tat = tat
    const used = Math.max(0, this.#tat - time) / perToken
    return {
      allowed,
      remaining: Math.floor(this.#capacity - used),
      retryAfterMs: allowed ? 0 : Math.ceil(tat - time - this.#capacity * perToken),
    }
  }
}
