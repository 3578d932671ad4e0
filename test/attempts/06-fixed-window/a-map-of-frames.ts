// contains: waits-to-the-last-ms
import { Clock, type Decision, integerAtLeast, type Limiter, positiveFinite } from '#kit'

export class FixedWindow implements Limiter {
  readonly #limit: number
  readonly #windowMs: number
  readonly #clock = new Clock()
  readonly #counts = new Map<number, number>()

  constructor({ limit, windowMs }: { readonly limit: number; readonly windowMs: number }) {
    integerAtLeast('limit', limit, 1)
    positiveFinite('windowMs', windowMs)
    this.#limit = limit
    this.#windowMs = windowMs
  }

  tryAcquire(now: number): Decision {
    const time = this.#clock.see(now)
    const frame = Math.floor(time / this.#windowMs)
    const count = this.#counts.get(frame) ?? 0
    if (count === this.#limit) {
      const lastMs = (frame + 1) * this.#windowMs - 1
      return { allowed: false, remaining: 0, retryAfterMs: Math.ceil(lastMs - time) }
    }
    this.#counts.set(frame, count + 1)
    return { allowed: true, remaining: this.#limit - count - 1, retryAfterMs: 0 }
  }
}
