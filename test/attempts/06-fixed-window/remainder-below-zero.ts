// contains: one-long-frame-about-zero, wait-not-rounded
import { Clock, type Decision, integerAtLeast, type Limiter, positiveFinite } from '#kit'

export class FixedWindow implements Limiter {
  readonly #limit: number
  readonly #windowMs: number
  readonly #clock = new Clock()
  #frameStart = Number.NaN
  #left = 0

  constructor({ limit, windowMs }: { readonly limit: number; readonly windowMs: number }) {
    integerAtLeast('limit', limit, 1)
    positiveFinite('windowMs', windowMs)
    this.#limit = limit
    this.#windowMs = windowMs
  }

  tryAcquire(now: number): Decision {
    const time = this.#clock.see(now)
    const frameStart = Math.trunc(time / this.#windowMs) * this.#windowMs
    if (frameStart !== this.#frameStart) {
      this.#frameStart = frameStart
      this.#left = this.#limit
    }
    if (this.#left === 0) {
      return { allowed: false, remaining: 0, retryAfterMs: frameStart + this.#windowMs - time }
    }
    this.#left--
    return { allowed: true, remaining: this.#left, retryAfterMs: 0 }
  }
}
