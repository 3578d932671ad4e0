// misconception: Times are what I store, so a set of times holds each request once.
// why: Two requests in the same ms are two. Limit 3, window 1000, ten requests at 5: all are allowed; right is three.
// caught by: requests at the same instant all count, and all go
import { Clock, type Decision, integerAtLeast, positiveFinite } from '#kit'

export class SlidingLog {
  readonly #limit: number
  readonly #windowMs: number
  readonly #clock = new Clock()
  readonly #times = new Set<number>()

  constructor({ limit, windowMs }: { readonly limit: number; readonly windowMs: number }) {
    integerAtLeast('limit', limit, 1)
    positiveFinite('windowMs', windowMs)
    this.#limit = limit
    this.#windowMs = windowMs
  }

  tryAcquire(now: number): Decision {
    const time = this.#clock.see(now)
    for (const t of this.#times) {
      if (time - t < this.#windowMs) break
      this.#times.delete(t)
    }
    if (this.#times.size < this.#limit) {
      this.#times.add(time)
      return { allowed: true, remaining: this.#limit - this.#times.size, retryAfterMs: 0 }
    }
    const [oldest = time] = this.#times
    const age = time - oldest
    return { allowed: false, remaining: 0, retryAfterMs: Math.ceil(this.#windowMs - age) }
  }
}
