// contains: rolls-over-by-one-frame, remaining-before-this-one
import { Clock, type Decision, integerAtLeast, type Limiter, positiveFinite } from '#kit'

export class FixedWindow implements Limiter {
  readonly #limit: number
  readonly #windowMs: number
  readonly #clock = new Clock()
  #windowEnd: number
  #used = 0
  #begun = false

  constructor({ limit, windowMs }: { readonly limit: number; readonly windowMs: number }) {
    integerAtLeast('limit', limit, 1)
    positiveFinite('windowMs', windowMs)
    this.#limit = limit
    this.#windowMs = windowMs
    this.#windowEnd = windowMs
  }

  tryAcquire(now: number): Decision {
    const time = this.#clock.see(now)
    if (!this.#begun) {
      this.#windowEnd = Math.floor(time / this.#windowMs) * this.#windowMs + this.#windowMs
      this.#begun = true
    }
    if (time >= this.#windowEnd) {
      this.#windowEnd += this.#windowMs
      this.#used = 0
    }
    const remaining = this.#limit - this.#used
    if (remaining === 0) {
      const retryAfterMs = Math.ceil(this.#windowEnd - time)
      return { allowed: false, remaining, retryAfterMs }
    }
    this.#used++
    return { allowed: true, remaining, retryAfterMs: 0 }
  }
}
