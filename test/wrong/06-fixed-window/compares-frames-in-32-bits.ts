// misconception: Whether it is another frame shows in its last 32 bits.
// why: 2^32 frames later they are the same again. Limit 1, window 100, requests at 0 and 429496729600: the second is denied; right is allowed.
// caught by: a silence may be as long as numbers go
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
    if ((frame | 0) !== this.#frame) {
      this.#frame = frame | 0
      this.#allowed = 0
    }
    if (this.#allowed < this.#limit) {
      this.#allowed++
      return { allowed: true, remaining: this.#limit - this.#allowed, retryAfterMs: 0 }
    }
    const end = (frame + 1) * this.#windowMs
    return { allowed: false, remaining: 0, retryAfterMs: Math.ceil(end - time) }
  }
}
