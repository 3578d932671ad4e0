// contains: starts-at-the-first-request
import { Clock, type Decision, integerAtLeast, type Limiter, positiveFinite } from '#kit'

export class FixedWindow implements Limiter {
  readonly #limit: number
  readonly #windowMs: number
  readonly #clock = new Clock()
  #start = Number.NEGATIVE_INFINITY
  #count = 0

  constructor({ limit, windowMs }: { readonly limit: number; readonly windowMs: number }) {
    integerAtLeast('limit', limit, 1)
    positiveFinite('windowMs', windowMs)
    this.#limit = limit
    this.#windowMs = windowMs
  }

  tryAcquire(now: number): Decision {
    const time = this.#clock.see(now)
    if (time >= this.#start + this.#windowMs) {
      this.#start = time
      this.#count = 0
    }
    if (this.#count >= this.#limit) return { allowed: false, remaining: 0, retryAfterMs: 0 }
    this.#count += 1
    return { allowed: true, remaining: 0, retryAfterMs: 0 }
  }
}
