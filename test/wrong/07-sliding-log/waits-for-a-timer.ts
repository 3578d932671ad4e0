// misconception: A request leaves the window by itself, or by a timer, when it is windowMs old.
// why: What time it is tryAcquire is told, and nothing else counts: a timer has a clock of its own, and waits while the process is busy. Limit 1, window 1000: allowed at 0, and again at 1000; this denies.
// caught by: a request exactly windowMs old is already out
import { Clock, type Decision, integerAtLeast, positiveFinite } from '#kit'

export class SlidingLog {
  readonly #limit: number
  readonly #windowMs: number
  readonly #clock = new Clock()
  #times: number[] = []

  constructor({ limit, windowMs }: { readonly limit: number; readonly windowMs: number }) {
    integerAtLeast('limit', limit, 1)
    positiveFinite('windowMs', windowMs)
    this.#limit = limit
    this.#windowMs = windowMs
    setInterval(() => this.#times.shift(), windowMs).unref()
  }

  tryAcquire(now: number): Decision {
    const time = this.#clock.see(now)
    const inWindow = this.#times.length
    if (inWindow < this.#limit) {
      this.#times.push(time)
      return { allowed: true, remaining: this.#limit - inWindow - 1, retryAfterMs: 0 }
    }
    const age = time - (this.#times[0] as number)
    return { allowed: false, remaining: 0, retryAfterMs: Math.ceil(this.#windowMs - age) }
  }
}
