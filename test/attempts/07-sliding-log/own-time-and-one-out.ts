// contains: earlier-time-at-its-own-place, drops-one-per-call
import { type Decision, finite, integerAtLeast, type Limiter, positiveFinite } from '#kit'

export class SlidingLog implements Limiter {
  readonly #limit: number
  readonly #windowMs: number
  readonly #times: number[] = []

  constructor({ limit, windowMs }: { readonly limit: number; readonly windowMs: number }) {
    integerAtLeast('limit', limit, 1)
    positiveFinite('windowMs', windowMs)
    this.#limit = limit
    this.#windowMs = windowMs
  }

  tryAcquire(now: number): Decision {
    finite('now', now)
    const [first] = this.#times
    if (first !== undefined && now - first >= this.#windowMs) this.#times.shift()
    const { length } = this.#times
    if (length < this.#limit) {
      this.#times.push(now)
      return { allowed: true, remaining: this.#limit - length - 1, retryAfterMs: 0 }
    }
    const wait = this.#windowMs - now + (this.#times[0] as number)
    return { allowed: false, remaining: 0, retryAfterMs: Math.ceil(wait) }
  }
}
