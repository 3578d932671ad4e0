// contains: nothing listed
import { Clock, type Decision, integerAtLeast, type Limiter, positiveFinite } from '#kit'

export class SlidingLog implements Limiter {
  readonly #limit: number
  readonly #windowMs: number
  readonly #clock = new Clock()
  #times: number[] = []

  constructor({ limit, windowMs }: { readonly limit: number; readonly windowMs: number }) {
    integerAtLeast('limit', limit, 1)
    positiveFinite('windowMs', windowMs)
    this.#limit = limit
    this.#windowMs = windowMs
  }

  tryAcquire(now: number): Decision {
    const time = this.#clock.see(now)
    this.#times = this.#times.filter((t) => time - t < this.#windowMs)
    const free = this.#limit - this.#times.length
    if (free <= 0) {
      return { allowed: false, remaining: 0, retryAfterMs: Math.ceil(this.#windowMs) }
    }
    this.#times.push(time)
    return { allowed: true, remaining: free - 1, retryAfterMs: 0 }
  }
}
