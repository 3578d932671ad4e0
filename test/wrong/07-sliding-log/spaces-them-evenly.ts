// misconception: 100 a minute is one each 600 ms.
// why: A log allows limit at once; one at a time is what a leaky bucket does. Limit 3, window 1000, requests at 0 and 10: the second is denied; right is allowed.
// caught by: limit requests are allowed in a window, and the next is denied
import { Clock, type Decision, integerAtLeast, positiveFinite } from '#kit'

export class SlidingLog {
  readonly #limit: number
  readonly #windowMs: number
  readonly #clock = new Clock()
  #last = Number.NEGATIVE_INFINITY

  constructor({ limit, windowMs }: { readonly limit: number; readonly windowMs: number }) {
    integerAtLeast('limit', limit, 1)
    positiveFinite('windowMs', windowMs)
    this.#limit = limit
    this.#windowMs = windowMs
  }

  tryAcquire(now: number): Decision {
    const time = this.#clock.see(now)
    const age = time - this.#last
    const interval = this.#windowMs / this.#limit
    if (age < interval) {
      return { allowed: false, remaining: 0, retryAfterMs: Math.ceil(interval - age) }
    }
    this.#last = time
    return { allowed: true, remaining: 0, retryAfterMs: 0 }
  }
}
