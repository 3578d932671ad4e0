// contains: nothing listed
import { Clock, type Decision, integerAtLeast, positiveFinite } from '#kit'

export class SlidingCounter {
  readonly #limit: number
  readonly #windowMs: number
  readonly #clock = new Clock()
  #cur = 0
  #prev = 0

  constructor({ limit, windowMs }: { limit: number; windowMs: number }) {
    integerAtLeast('limit', limit, 1)
    positiveFinite('windowMs', windowMs)
    this.#limit = limit
    this.#windowMs = windowMs
    setInterval(() => {
      this.#prev = this.#cur
      this.#cur = 0
    }, windowMs)
  }

  tryAcquire(now: number): Decision {
    const time = this.#clock.see(now)
    const frame = Math.floor(time / this.#windowMs)
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
