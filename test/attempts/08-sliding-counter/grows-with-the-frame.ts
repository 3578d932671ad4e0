// contains: weighs-by-elapsed, waits-for-the-frame-to-end
import { Clock, type Decision, integerAtLeast, positiveFinite } from '#kit'

export class SlidingCounter {
  readonly #limit: number
  readonly #windowMs: number
  readonly #clock = new Clock()
  #frame = { n: Number.NEGATIVE_INFINITY, now: 0, before: 0 }

  constructor({ limit, windowMs }: { limit: number; windowMs: number }) {
    integerAtLeast('limit', limit, 1)
    positiveFinite('windowMs', windowMs)
    this.#limit = limit
    this.#windowMs = windowMs
  }

  tryAcquire(now: number): Decision {
    const time = this.#clock.see(now)
    const n = Math.floor(time / this.#windowMs)
    if (n === this.#frame.n + 1) this.#frame = { n, now: 0, before: this.#frame.now }
    else if (n !== this.#frame.n) this.#frame = { n, now: 0, before: 0 }
    const gone = time - n * this.#windowMs
    const room = this.#limit - this.#frame.now - (this.#frame.before * gone) / this.#windowMs
    if (room <= 0) {
      const wait = Math.floor(this.#windowMs - gone) + 1
      return { allowed: false, remaining: 0, retryAfterMs: wait }
    }
    this.#frame.now++
    return { allowed: true, remaining: Math.ceil(room) - 1, retryAfterMs: 0 }
  }
}
