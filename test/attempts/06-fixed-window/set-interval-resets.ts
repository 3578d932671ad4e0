// contains: waits-for-a-timer, waits-a-whole-window
import { Clock, type Decision, integerAtLeast, positiveFinite } from '#kit'

export class FixedWindow {
  readonly #limit: number
  readonly #windowMs: number
  readonly #clock = new Clock()
  #count = 0

  constructor({ limit, windowMs }: { limit: number; windowMs: number }) {
    integerAtLeast('limit', limit, 1)
    positiveFinite('windowMs', windowMs)
    this.#limit = limit
    this.#windowMs = windowMs
    setInterval(() => {
      this.#count = 0
    }, windowMs)
  }

  tryAcquire(now: number): Decision {
    const time = this.#clock.see(now)
    void time
    const allowed = this.#count < this.#limit
    if (allowed) this.#count++
    return {
      allowed,
      remaining: this.#limit - this.#count,
      retryAfterMs: allowed ? 0 : this.#windowMs,
    }
  }
}
