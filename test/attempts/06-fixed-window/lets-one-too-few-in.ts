// contains: nothing listed
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
    this.#count++
    if (this.#count >= this.#limit) {
      const end = (frame + 1) * this.#windowMs
      return { allowed: false, remaining: 0, retryAfterMs: Math.ceil(end - time) }
    }
    return { allowed: true, remaining: this.#limit - this.#count, retryAfterMs: 0 }
  }
}
