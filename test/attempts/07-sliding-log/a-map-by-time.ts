// contains: keeps-one-request-per-ms
import { Clock, type Decision, integerAtLeast, type Limiter, positiveFinite } from '#kit'

export class SlidingLog implements Limiter {
  readonly #limit: number
  readonly #windowMs: number
  readonly #clock = new Clock()
  #seen: Record<string, true> = {}

  constructor({ limit, windowMs }: { readonly limit: number; readonly windowMs: number }) {
    integerAtLeast('limit', limit, 1)
    positiveFinite('windowMs', windowMs)
    this.#limit = limit
    this.#windowMs = windowMs
  }

  tryAcquire(now: number): Decision {
    const time = this.#clock.see(now)
    const inWindow = Object.keys(this.#seen)
      .map(Number)
      .filter((t) => t > time - this.#windowMs)
      .sort((a, b) => a - b)
    this.#seen = Object.fromEntries(inWindow.map((t) => [String(t), true]))
    if (inWindow.length >= this.#limit) {
      const wait = (inWindow[0] as number) + this.#windowMs - time
      return { allowed: false, remaining: 0, retryAfterMs: Math.ceil(wait) }
    }
    this.#seen[String(time)] = true
    const remaining = this.#limit - Object.keys(this.#seen).length
    return { allowed: true, remaining, retryAfterMs: 0 }
  }
}
