// misconception: The tokens come by themselves, or by a timer; a request only takes them.
// why: What time it is tryAcquire is told, and nothing else counts: a timer has a clock of its own, and waits while the process is busy. Capacity 1, 1 a second: allowed at 0, and a token is there at 1000, whenever that is asked; this denies.
// caught by: 10 of 12 at once, the rest in 200 ms; a second later five more
import { Clock, type Decision, integerAtLeast, positiveAtMost, positiveFinite } from '#kit'

const PARTS_PER_TOKEN = 1000

export class TokenBucket {
  readonly #fullLevel: number
  readonly #refillPerMs: number
  readonly #capacity: number
  readonly #clock: Clock
  #level: number

  constructor({ capacity, refillPerSec }: { capacity: number; refillPerSec: number }, now: number) {
    integerAtLeast('capacity', capacity, 1)
    positiveFinite('refillPerSec', refillPerSec)
    this.#capacity = capacity
    this.#refillPerMs = refillPerSec
    this.#fullLevel = capacity * PARTS_PER_TOKEN
    this.#clock = new Clock(now)
    this.#level = this.#fullLevel
    const fill = () => {
      this.#level = Math.min(this.#fullLevel, this.#level + refillPerSec * PARTS_PER_TOKEN)
    }
    setInterval(fill, 1000).unref()
  }

  tryAcquire(now: number, cost = 1): Decision {
    positiveAtMost('cost', cost, this.#capacity)
    this.#clock.see(now)
    const missing = cost * PARTS_PER_TOKEN - this.#level
    const allowed = missing <= 0
    if (allowed) this.#level -= cost * PARTS_PER_TOKEN
    return {
      allowed,
      remaining: Math.floor(this.#level / PARTS_PER_TOKEN),
      retryAfterMs: allowed ? 0 : Math.ceil(missing / this.#refillPerMs),
    }
  }
}
