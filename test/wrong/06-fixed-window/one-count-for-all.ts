// misconception: All limiters count in the same frame, so they share the count.
// why: Each limiter is one client's. Limit 1, window 1000: one at 5000, another limiter at 10, then the first at 5999: allowed; right is denied.
// caught by: two limiters know nothing of each other
import { Clock, type Decision, integerAtLeast, positiveFinite } from '#kit'

const count = { frame: Number.NEGATIVE_INFINITY, allowed: 0 }

export class FixedWindow {
  readonly #limit: number
  readonly #windowMs: number
  readonly #clock = new Clock()

  constructor({ limit, windowMs }: { readonly limit: number; readonly windowMs: number }) {
    integerAtLeast('limit', limit, 1)
    positiveFinite('windowMs', windowMs)
    this.#limit = limit
    this.#windowMs = windowMs
  }

  tryAcquire(now: number): Decision {
    const time = this.#clock.see(now)
    const frame = Math.floor(time / this.#windowMs)
    if (frame !== count.frame) {
      count.frame = frame
      count.allowed = 0
    }
    if (count.allowed < this.#limit) {
      count.allowed++
      return { allowed: true, remaining: this.#limit - count.allowed, retryAfterMs: 0 }
    }
    const end = (frame + 1) * this.#windowMs
    return { allowed: false, remaining: 0, retryAfterMs: Math.ceil(end - time) }
  }
}
