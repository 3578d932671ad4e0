// contains: records-the-denied
import { Clock, type Decision, integerAtLeast, type Limiter, positiveFinite } from '#kit'

export class SlidingLog implements Limiter {
  readonly #limit: number
  readonly #windowMs: number
  readonly #clock = new Clock()
  #log: number[] = []

  constructor({ limit, windowMs }: { readonly limit: number; readonly windowMs: number }) {
    integerAtLeast('limit', limit, 1)
    positiveFinite('windowMs', windowMs)
    this.#limit = limit
    this.#windowMs = windowMs
  }

  tryAcquire(now: number): Decision {
    const time = this.#clock.see(now)
    this.#log = this.#log.filter((at) => at > time - this.#windowMs)
    this.#log.push(time)
    if (this.#log.length <= this.#limit) {
      return { allowed: true, remaining: this.#limit - this.#log.length, retryAfterMs: 0 }
    }
    const [oldest = time] = this.#log
    return { allowed: false, remaining: 0, retryAfterMs: Math.ceil(oldest + this.#windowMs - time) }
  }
}
