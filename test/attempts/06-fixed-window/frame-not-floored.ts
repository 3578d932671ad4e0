// contains: nothing listed
import { Clock, type Decision, integerAtLeast, positiveFinite } from '#kit'

export class FixedWindow {
  readonly #limit: number
  readonly #windowMs: number
  readonly #clock = new Clock()
  #frame = Number.NaN
  #count = 0

  constructor({ limit, windowMs }: { limit: number; windowMs: number }) {
    integerAtLeast('limit', limit, 1)
    positiveFinite('windowMs', windowMs)
    this.#limit = limit
    this.#windowMs = windowMs
  }

  tryAcquire(now: number): Decision {
    const time = this.#clock.see(now)
    const frame = time / this.#windowMs
    if (frame !== this.#frame) {
      this.#frame = frame
      this.#count = 0
    }
    const allowed = this.#count < this.#limit
    if (allowed) this.#count++
    return {
      allowed,
      remaining: this.#limit - this.#count,
      retryAfterMs: allowed ? 0 : Math.ceil((this.#frame + 1) * this.#windowMs - time),
    }
  }
}
