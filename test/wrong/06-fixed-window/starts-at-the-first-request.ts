// misconception: A client's window begins with its first request.
// why: Frames lie on the clock, the same for all clients. Limit 1, window 1000, requests at 900 and 1000: the second is denied; right is allowed, in the frame that began at 1000.
// caught by: frames lie on the clock, wherever the first request falls
import { Clock, type Decision, integerAtLeast, positiveFinite } from '#kit'

export class FixedWindow {
  readonly #limit: number
  readonly #windowMs: number
  readonly #clock = new Clock()
  #start = Number.NEGATIVE_INFINITY
  #allowed = 0

  constructor({ limit, windowMs }: { readonly limit: number; readonly windowMs: number }) {
    integerAtLeast('limit', limit, 1)
    positiveFinite('windowMs', windowMs)
    this.#limit = limit
    this.#windowMs = windowMs
  }

  tryAcquire(now: number): Decision {
    const time = this.#clock.see(now)
    if (time - this.#start >= this.#windowMs) {
      this.#start = time
      this.#allowed = 0
    }
    if (this.#allowed < this.#limit) {
      this.#allowed++
      return { allowed: true, remaining: this.#limit - this.#allowed, retryAfterMs: 0 }
    }
    const end = this.#start + this.#windowMs
    return { allowed: false, remaining: 0, retryAfterMs: Math.ceil(end - time) }
  }
}
