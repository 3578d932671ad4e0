// contains: keeps-the-count-over-an-idle-frame, computes-the-share-in-floats
import { Clock, type Decision, integerAtLeast, positiveFinite } from '#kit'

export class SlidingCounter {
  readonly #limit: number
  readonly #windowMs: number
  readonly #clock = new Clock()
  #index = -1
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
    const index = Math.floor(time / this.#windowMs)
    if (index > this.#index) {
      this.#prev = this.#cur
      this.#cur = 0
      this.#index = index
    }
    const t = time - index * this.#windowMs
    const estimate = this.#prev * (1 - t / this.#windowMs) + this.#cur
    const allowed = estimate < this.#limit
    if (allowed) this.#cur++
    return { allowed, remaining: 0, retryAfterMs: 0 }
  }
}
