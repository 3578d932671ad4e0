// contains: counts-denied-requests, forgets-the-frame-before-in-remaining
import { Clock, type Decision, integerAtLeast, positiveFinite } from '#kit'

export class SlidingCounter {
  readonly #limit: number
  readonly #windowMs: number
  readonly #clock = new Clock()
  #frame = Number.NaN
  #asked = 0
  #askedBefore = 0

  constructor({ limit, windowMs }: { limit: number; windowMs: number }) {
    integerAtLeast('limit', limit, 1)
    positiveFinite('windowMs', windowMs)
    this.#limit = limit
    this.#windowMs = windowMs
  }

  tryAcquire(now: number): Decision {
    const time = this.#clock.see(now)
    const frame = Math.floor(time / this.#windowMs)
    if (frame !== this.#frame) {
      this.#askedBefore = frame - 1 === this.#frame ? this.#asked : 0
      this.#asked = 0
      this.#frame = frame
    }
    const left = (frame + 1) * this.#windowMs - time
    const taken = this.#asked * this.#windowMs + this.#askedBefore * left
    const over = taken - this.#limit * this.#windowMs
    this.#asked++
    if (over < 0) {
      return { allowed: true, remaining: this.#limit - this.#asked, retryAfterMs: 0 }
    }
    const full = this.#asked > this.#limit
    const wait = full ? Math.floor(left) + 1 : Math.floor(over / this.#askedBefore) + 1
    return { allowed: false, remaining: 0, retryAfterMs: wait }
  }
}
