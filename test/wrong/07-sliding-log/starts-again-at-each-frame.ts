// misconception: Every windowMs a new window begins, and the count begins at 0 again.
// why: That is the fixed window of kata 06; this window moves with now. Limit 100, window 60000, 100 at 59900 and 100 at 60100: all are allowed; right is 100.
// caught by: of 100 at 59.9 s and 100 at 60.1 s, 100 are allowed
import { Clock, type Decision, integerAtLeast, positiveFinite } from '#kit'

export class SlidingLog {
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
    if (frame !== this.#frame) this.#allowed = 0
    this.#frame = frame
    if (this.#allowed < this.#limit) {
      this.#allowed++
      return { allowed: true, remaining: this.#limit - this.#allowed, retryAfterMs: 0 }
    }
    const end = (frame + 1) * this.#windowMs
    return { allowed: false, remaining: 0, retryAfterMs: Math.ceil(end - time) }
  }
}
