// misconception: A denied request changes nothing, so its time need not be remembered.
// why: A denied request sees, too: that it is free holds for the limit, not for the clock. Limit 1, window 1000, requests at 0, 900, 100: the last waits 900; right is 100.
// caught by: the wait is counted from the latest now seen, by a denied request too
import { type Decision, finite, integerAtLeast, positiveFinite } from '#kit'

export class FixedWindow {
  readonly #limit: number
  readonly #windowMs: number

  #frame = Number.NEGATIVE_INFINITY
  #allowed = 0
  #latest = Number.NEGATIVE_INFINITY

  constructor({ limit, windowMs }: { readonly limit: number; readonly windowMs: number }) {
    integerAtLeast('limit', limit, 1)
    positiveFinite('windowMs', windowMs)
    this.#limit = limit
    this.#windowMs = windowMs
  }

  tryAcquire(now: number): Decision {
    finite('now', now)
    const time = Math.max(now, this.#latest)
    const frame = Math.floor(time / this.#windowMs)
    if (frame !== this.#frame) {
      this.#frame = frame
      this.#allowed = 0
    }
    if (this.#allowed < this.#limit) {
      this.#allowed++
      this.#latest = time
      return { allowed: true, remaining: this.#limit - this.#allowed, retryAfterMs: 0 }
    }
    const end = (frame + 1) * this.#windowMs
    return { allowed: false, remaining: 0, retryAfterMs: Math.ceil(end - time) }
  }
}
