// contains: one-too-many
import { Clock, type Decision, integerAtLeast, type Limiter, positiveFinite } from '#kit'

export class SlidingLog implements Limiter {
  readonly #limit: number
  readonly #windowMs: number
  readonly #clock = new Clock()
  #times: number[] = []

  constructor({ limit, windowMs }: { readonly limit: number; readonly windowMs: number }) {
    integerAtLeast('limit', limit, 1)
    positiveFinite('windowMs', windowMs)
    this.#limit = limit
    this.#windowMs = windowMs
  }

  tryAcquire(now: number): Decision {
    const time = this.#clock.see(now)
    const start = time - this.#windowMs
    this.#times = this.#times.filter((t) => t > start)
    const allowed = this.#times.length <= this.#limit
    if (allowed) this.#times.push(time)
    return { allowed, remaining: 0, retryAfterMs: 0 }
  }
}
