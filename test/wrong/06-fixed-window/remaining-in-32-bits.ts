// misconception: remaining is a whole number, so | 0 leaves it as it is.
// why: It cuts to 32 bits. Limit 3000000000: after the first request remaining is -1294967297; right is 2999999999.
// caught by: remaining counts down from a limit as large as numbers go
import { Clock, type Decision, integerAtLeast, positiveFinite } from '#kit'

export class FixedWindow {
  readonly #limit: number
  readonly #windowMs: number
  readonly #clock = new Clock()
  #frame = Number.NEGATIVE_INFINITY
  #allowed = 0

  constructor({ limit, windowMs }: { readonly limit: number; readonly windowMs: number }) {
    integerAtLeast('limit', limit, 1)
    positiveFinite('windowMs', windowMs)
    this.#limit = limit
    this.#windowMs = windowMs
  }

  tryAcquire(now: number): Decision {
    const time = this.#clock.see(now)
    const frame = Math.floor(time / this.#windowMs)
    if (frame !== this.#frame) {
      this.#frame = frame
      this.#allowed = 0
    }
    if (this.#allowed < this.#limit) {
      this.#allowed++
      return { allowed: true, remaining: (this.#limit - this.#allowed) | 0, retryAfterMs: 0 }
    }
    const end = (frame + 1) * this.#windowMs
    return { allowed: false, remaining: 0, retryAfterMs: Math.ceil(end - time) }
  }
}
