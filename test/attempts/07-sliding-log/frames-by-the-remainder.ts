// contains: starts-again-at-each-frame, remaining-before-this-one
import { Clock, type Decision, integerAtLeast, type Limiter, positiveFinite } from '#kit'

export class SlidingLog implements Limiter {
  readonly #limit: number
  readonly #windowMs: number
  readonly #clock = new Clock()
  #start = Number.NEGATIVE_INFINITY
  #log: number[] = []

  constructor({ limit, windowMs }: { readonly limit: number; readonly windowMs: number }) {
    integerAtLeast('limit', limit, 1)
    positiveFinite('windowMs', windowMs)
    this.#limit = limit
    this.#windowMs = windowMs
  }

  tryAcquire(now: number): Decision {
    const time = this.#clock.see(now)
    if (time >= this.#start + this.#windowMs) {
      this.#start = Math.floor(time / this.#windowMs) * this.#windowMs
      this.#log = []
    }
    const remaining = this.#limit - this.#log.length
    if (remaining > 0) {
      this.#log.push(time)
      return { allowed: true, remaining, retryAfterMs: 0 }
    }
    const wait = this.#start + this.#windowMs - time
    return { allowed: false, remaining, retryAfterMs: Math.ceil(wait) }
  }
}
