// misconception: Who asked for too much in one frame has less in the next.
// why: Denied requests spend nothing. Limit 2, window 3000, requests at 0, 100, 200, 3000, 3100: the last is denied; right is allowed.
// caught by: denied requests spend nothing, in this frame or the next
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
      this.#asked = Math.max(0, this.#asked - this.#limit)
    }
    const allowed = ++this.#asked <= this.#limit
    const end = (frame + 1) * this.#windowMs
    return {
      allowed,
      remaining: Math.max(0, this.#limit - this.#asked),
      retryAfterMs: allowed ? 0 : Math.ceil(end - time),
    }
  }
}
