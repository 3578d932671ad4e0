// contains: nothing listed
import { Clock, type Decision, integerAtLeast, positiveFinite } from '#kit'

export class SlidingLog {
  readonly #limit: number
  readonly #windowMs: number
  readonly #clock = new Clock()
  #times: number[] = []

  constructor({ limit, windowMs }: { limit: number; windowMs: number }) {
    integerAtLeast('limit', limit, 1)
    positiveFinite('windowMs', windowMs)
    this.#limit = limit
    this.#windowMs = windowMs
  }

  tryAcquire(now: number): Decision {
    const time = this.#clock.see(now)
    while ((this.#times[0] ?? time) <= time - this.#windowMs) {}
    const allowed = this.#times.length < this.#limit
    if (allowed) this.#times.push(time)
    return {
      allowed,
      remaining: this.#limit - this.#times.length,
      retryAfterMs: allowed ? 0 : Math.ceil((this.#times[0] ?? 0) + this.#windowMs - time),
    }
  }
}
