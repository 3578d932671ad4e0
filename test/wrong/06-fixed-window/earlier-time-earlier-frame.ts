// misconception: A request belongs to the frame of the now that it brings.
// why: An earlier now counts as the latest one seen, or a clock that steps back opens a full frame anew. Limit 2, window 1000, requests at 2000, 1999, 0: all are allowed; right is two.
// caught by: an earlier now counts as the latest one seen
import { type Decision, finite, integerAtLeast, positiveFinite } from '#kit'

export class FixedWindow {
  readonly #limit: number
  readonly #windowMs: number

  #frame = Number.NEGATIVE_INFINITY
  #allowed = 0

  constructor({ limit, windowMs }: { readonly limit: number; readonly windowMs: number }) {
    integerAtLeast('limit', limit, 1)
    positiveFinite('windowMs', windowMs)
    this.#limit = limit
    this.#windowMs = windowMs
  }

  tryAcquire(now: number): Decision {
    finite('now', now)
    const time = now
    const frame = Math.floor(time / this.#windowMs)
    if (frame !== this.#frame) {
      this.#frame = frame
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
