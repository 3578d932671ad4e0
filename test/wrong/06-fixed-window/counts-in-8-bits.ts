// misconception: A byte is enough to count the requests of a frame.
// why: Limit 300: the count goes from 255 to 0, so that all of 301 at one instant are allowed; right is that the last is denied.
// caught by: a limit may be large: 300 are allowed, and not one more
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
      this.#allowed = (this.#allowed + 1) & 0xff
      return { allowed: true, remaining: this.#limit - this.#allowed, retryAfterMs: 0 }
    }
    const end = (frame + 1) * this.#windowMs
    return { allowed: false, remaining: 0, retryAfterMs: Math.ceil(end - time) }
  }
}
