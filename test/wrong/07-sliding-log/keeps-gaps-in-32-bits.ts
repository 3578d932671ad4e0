// misconception: The gaps between requests are short, so 32 bits each will do.
// why: 5000000000 becomes 705032704. Limit 2, window 10000000000, requests at 0, 5000000000, 10000000000 and 10800000000: the last is allowed, as the oldest is taken for older; right is denied, for 4200000000 ms.
// caught by: a window may be a year
import { Clock, type Decision, integerAtLeast, positiveFinite } from '#kit'

export class SlidingLog {
  readonly #limit: number
  readonly #windowMs: number
  readonly #clock = new Clock()
  /** What lies between each request and the one before it. */
  readonly #gaps: number[] = []
  #oldest = 0
  #newest = 0

  constructor({ limit, windowMs }: { readonly limit: number; readonly windowMs: number }) {
    integerAtLeast('limit', limit, 1)
    positiveFinite('windowMs', windowMs)
    this.#limit = limit
    this.#windowMs = windowMs
  }

  tryAcquire(now: number): Decision {
    const time = this.#clock.see(now)
    while (this.#gaps.length > 0 && time - this.#oldest >= this.#windowMs) {
      this.#gaps.shift()
      this.#oldest += this.#gaps[0] ?? 0
    }
    if (this.#gaps.length >= this.#limit) {
      const wait = this.#oldest + this.#windowMs - time
      return { allowed: false, remaining: 0, retryAfterMs: Math.ceil(wait) }
    }
    if (this.#gaps.length === 0) this.#oldest = time
    this.#gaps.push((time - this.#newest) >>> 0)
    this.#newest = time
    return { allowed: true, remaining: this.#limit - this.#gaps.length, retryAfterMs: 0 }
  }
}
