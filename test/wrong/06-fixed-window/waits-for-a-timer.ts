// misconception: When the frame is over the count goes back to 0 by itself, or by a timer.
// why: What time it is tryAcquire is told, and nothing else counts: a timer has a clock of its own, and waits while the process is busy. Limit 1, window 1000: allowed at 0, and again at 1000; this denies.
// caught by: a frame ends before its last instant: windowMs itself is in the next one
import { Clock, type Decision, integerAtLeast, positiveFinite } from '#kit'

export class FixedWindow {
  readonly #limit: number
  readonly #windowMs: number
  readonly #clock = new Clock()
  #allowed = 0

  constructor({ limit, windowMs }: { readonly limit: number; readonly windowMs: number }) {
    integerAtLeast('limit', limit, 1)
    positiveFinite('windowMs', windowMs)
    this.#limit = limit
    this.#windowMs = windowMs
    const reset = () => {
      this.#allowed = 0
    }
    setInterval(reset, windowMs).unref()
  }

  tryAcquire(now: number): Decision {
    const time = this.#clock.see(now)
    if (this.#allowed < this.#limit) {
      this.#allowed++
      return { allowed: true, remaining: this.#limit - this.#allowed, retryAfterMs: 0 }
    }
    const end = (Math.floor(time / this.#windowMs) + 1) * this.#windowMs
    return { allowed: false, remaining: 0, retryAfterMs: Math.ceil(end - time) }
  }
}
