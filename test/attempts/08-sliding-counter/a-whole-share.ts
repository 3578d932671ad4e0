// contains: rounds-the-estimate, waits-for-the-frame-to-end
import { Clock, type Decision, integerAtLeast, positiveFinite } from '#kit'

export class SlidingCounter {
  readonly #limit: number
  readonly #windowMs: number
  readonly #clock = new Clock()
  #frame: number | undefined
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
    const frame = Math.floor(time / this.#windowMs)
    if (this.#frame === undefined || frame > this.#frame) {
      this.#prev = this.#frame === frame - 1 ? this.#cur : 0
      this.#cur = 0
      this.#frame = frame
    }
    const left = this.#windowMs - (time - frame * this.#windowMs)
    const estimate = Math.round(this.#prev * (left / this.#windowMs) + this.#cur)
    if (estimate >= this.#limit) {
      return { allowed: false, remaining: 0, retryAfterMs: Math.floor(left) + 1 }
    }
    this.#cur++
    return { allowed: true, remaining: this.#limit - estimate - 1, retryAfterMs: 0 }
  }
}
