// contains: remaining-falls-below-zero, earlier-time-earlier-frame
import { type Decision, finite, integerAtLeast, type Limiter, positiveFinite } from '#kit'

export class FixedWindow implements Limiter {
  readonly #limit: number
  readonly #windowMs: number
  #start = 0
  #requests = 0

  constructor({ limit, windowMs }: { readonly limit: number; readonly windowMs: number }) {
    integerAtLeast('limit', limit, 1)
    positiveFinite('windowMs', windowMs)
    this.#limit = limit
    this.#windowMs = windowMs
  }

  tryAcquire(now: number): Decision {
    finite('now', now)
    const start = now - (((now % this.#windowMs) + this.#windowMs) % this.#windowMs)
    if (start !== this.#start) {
      this.#start = start
      this.#requests = 0
    }
    this.#requests++
    const remaining = this.#limit - this.#requests
    const allowed = remaining >= 0
    const end = start + this.#windowMs
    return { allowed, remaining, retryAfterMs: allowed ? 0 : Math.ceil(end - now) }
  }
}
