// contains: computes-the-share-in-floats
import { Clock, type Decision, integerAtLeast, positiveFinite } from '#kit'

export class SlidingCounter {
  readonly #limit: number
  readonly #windowMs: number
  readonly #clock = new Clock()
  #frame = 0
  #cur = 0
  #prev = 0

  constructor({ limit, windowMs }: { limit: number; windowMs: number }) {
    integerAtLeast('limit', limit, 1)
    positiveFinite('windowMs', windowMs)
    this.#limit = limit
    this.#windowMs = windowMs
  }

  tryAcquire(now: number): Decision {
    const time = this.#clock.see(now)
    const frame = time / this.#windowMs
    if (frame !== this.#frame) {
      this.#prev = frame === this.#frame + 1 ? this.#cur : 0
      this.#cur = 0
      this.#frame = frame
    }
    const passed = time - frame * this.#windowMs
    const estimate = this.#prev * (1 - passed / this.#windowMs) + this.#cur
    const allowed = estimate < this.#limit
    if (allowed) this.#cur++
    return {
      allowed,
      remaining: allowed ? Math.max(0, Math.ceil(this.#limit - estimate) - 1) : 0,
      retryAfterMs: allowed
        ? 0
        : this.#cur >= this.#limit
          ? this.#windowMs - passed + 1
          : Math.floor(
              this.#windowMs - passed - ((this.#limit - this.#cur) * this.#windowMs) / this.#prev,
            ) + 1,
    }
  }
}
