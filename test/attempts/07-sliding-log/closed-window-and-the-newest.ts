// contains: keeps-the-boundary-request, waits-from-the-newest
import { Clock, type Decision, integerAtLeast, type Limiter, positiveFinite } from '#kit'

export class SlidingLog implements Limiter {
  readonly #limit: number
  readonly #windowMs: number
  readonly #clock = new Clock()
  readonly #allowed: number[] = []

  constructor({ limit, windowMs }: { readonly limit: number; readonly windowMs: number }) {
    integerAtLeast('limit', limit, 1)
    positiveFinite('windowMs', windowMs)
    this.#limit = limit
    this.#windowMs = windowMs
  }

  tryAcquire(now: number): Decision {
    const time = this.#clock.see(now)
    const log = this.#allowed
    while (log.length > 0 && time - (log[0] as number) > this.#windowMs) log.shift()
    if (log.length === this.#limit) {
      const waited = time - (log[log.length - 1] as number)
      return { allowed: false, remaining: 0, retryAfterMs: Math.ceil(this.#windowMs - waited) }
    }
    log.push(time)
    return { allowed: true, remaining: this.#limit - log.length, retryAfterMs: 0 }
  }
}
