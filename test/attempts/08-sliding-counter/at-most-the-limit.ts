// contains: waits-to-the-end-of-a-full-frame
import { Clock, type Decision, integerAtLeast, positiveFinite } from '#kit'

export class SlidingCounter {
  readonly #limit: number
  readonly #windowMs: number
  readonly #clock = new Clock()
  #n = Number.NEGATIVE_INFINITY
  #prev = 0
  #cur = 0

  constructor({ limit, windowMs }: { limit: number; windowMs: number }) {
    integerAtLeast('limit', limit, 1)
    positiveFinite('windowMs', windowMs)
    this.#limit = limit
    this.#windowMs = windowMs
  }

  tryAcquire(now: number): Decision {
    const time = this.#clock.see(now)
    const w = this.#windowMs
    const n = Math.floor(time / w)
    if (n !== this.#n) {
      this.#prev = n - this.#n === 1 ? this.#cur : 0
      this.#cur = 0
      this.#n = n
    }
    const left = w - (time - n * w)
    const room = (this.#limit - this.#cur) * w - this.#prev * left
    if (room < 0) {
      const wait = this.#cur < this.#limit ? Math.ceil(-room / this.#prev) : Math.ceil(left)
      return { allowed: false, remaining: 0, retryAfterMs: wait }
    }
    this.#cur++
    return { allowed: true, remaining: Math.floor(room / w), retryAfterMs: 0 }
  }
}
