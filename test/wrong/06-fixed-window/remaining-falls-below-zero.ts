// misconception: Count each request; what remains is the limit less the count.
// why: The denied ones are in that count, too. Limit 2, four requests at 0: remaining 1, 0, -1, -2; right is 1, 0, 0, 0.
// caught by: however many are denied, remaining stays at 0
import { Clock, type Decision, integerAtLeast, positiveFinite } from '#kit'

export class FixedWindow {
  readonly #limit: number
  readonly #windowMs: number
  readonly #clock = new Clock()
  #frame = Number.NEGATIVE_INFINITY
  #asked = 0

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
      this.#asked = 0
    }
    const allowed = ++this.#asked <= this.#limit
    const end = (frame + 1) * this.#windowMs
    return {
      allowed,
      remaining: this.#limit - this.#asked,
      retryAfterMs: allowed ? 0 : Math.ceil(end - time),
    }
  }
}
