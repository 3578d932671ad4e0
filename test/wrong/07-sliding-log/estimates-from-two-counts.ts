// misconception: The last frame's count, weighed by how much of it the window still covers, is close enough.
// why: That is the sliding counter of kata 08; a log is exact. Limit 100, window 60000, 100 at 59900 and 100 at 60100: 101 are allowed; right is 100.
// caught by: of 100 at 59.9 s and 100 at 60.1 s, 100 are allowed
import { Clock, type Decision, integerAtLeast, positiveFinite } from '#kit'

export class SlidingLog {
  readonly #limit: number
  readonly #windowMs: number
  readonly #clock = new Clock()
  #frame = Number.NEGATIVE_INFINITY
  #current = 0
  #previous = 0

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
      this.#previous = frame === this.#frame + 1 ? this.#current : 0
      this.#current = 0
      this.#frame = frame
    }
    const end = (frame + 1) * this.#windowMs
    const estimate = (this.#previous * (end - time)) / this.#windowMs + this.#current
    if (estimate >= this.#limit) {
      return { allowed: false, remaining: 0, retryAfterMs: Math.ceil(end - time) }
    }
    this.#current++
    const remaining = Math.max(0, Math.ceil(this.#limit - estimate - 1))
    return { allowed: true, remaining, retryAfterMs: 0 }
  }
}
