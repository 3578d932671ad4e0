// contains: one-too-many, waits-a-whole-window
import { Clock, type Decision, integerAtLeast, type Limiter, positiveFinite } from '#kit'

export class FixedWindow implements Limiter {
  readonly #limit: number
  readonly #windowMs: number
  readonly #clock = new Clock()
  #frame: number | undefined
  #count = 0

  constructor({ limit, windowMs }: { readonly limit: number; readonly windowMs: number }) {
    integerAtLeast('limit', limit, 1)
    positiveFinite('windowMs', windowMs)
    this.#limit = limit
    this.#windowMs = windowMs
  }

  tryAcquire(now: number): Decision {
    const time = this.#clock.see(now)
    const frame = Math.floor(time / this.#windowMs)
    if (this.#frame !== frame) {
      this.#frame = frame
      this.#count = 0
    }
    if (this.#count > this.#limit) {
      return { allowed: false, remaining: 0, retryAfterMs: this.#windowMs }
    }
    this.#count++
    const remaining = Math.max(this.#limit - this.#count, 0)
    return { allowed: true, remaining, retryAfterMs: 0 }
  }
}
