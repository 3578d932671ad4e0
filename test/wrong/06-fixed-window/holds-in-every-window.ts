// misconception: A limit of 100 a minute holds for every minute, wherever it begins.
// why: That is the sliding log of kata 07; this kata counts by frames and has their flaw. Limit 100, window 60000, 100 at 59900 and 100 at 60100: 100 are allowed; right is 200.
// caught by: the flaw: 100 at 59.9 s and 100 at 60.1 s are all allowed
import { Clock, type Decision, integerAtLeast, positiveFinite } from '#kit'

export class FixedWindow {
  readonly #limit: number
  readonly #windowMs: number
  readonly #clock = new Clock()
  #times: number[] = []

  constructor({ limit, windowMs }: { readonly limit: number; readonly windowMs: number }) {
    integerAtLeast('limit', limit, 1)
    positiveFinite('windowMs', windowMs)
    this.#limit = limit
    this.#windowMs = windowMs
  }

  tryAcquire(now: number): Decision {
    const time = this.#clock.see(now)
    this.#times = this.#times.filter((t) => time - t < this.#windowMs)
    if (this.#times.length < this.#limit) {
      this.#times.push(time)
      return { allowed: true, remaining: this.#limit - this.#times.length, retryAfterMs: 0 }
    }
    const end = (this.#times[0] as number) + this.#windowMs
    return { allowed: false, remaining: 0, retryAfterMs: Math.ceil(end - time) }
  }
}
