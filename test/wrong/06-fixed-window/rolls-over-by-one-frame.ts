// misconception: When the frame has ended, the next one begins where it ended.
// why: After idle frames the one after the last is long past, too, and the next request begins a new count again. Limit 2, window 1000, two at 0, three at 3500: all three are allowed; right is two.
// caught by: after idle frames the limit holds as before
import { Clock, type Decision, integerAtLeast, positiveFinite } from '#kit'

export class FixedWindow {
  readonly #limit: number
  readonly #windowMs: number
  readonly #clock = new Clock()
  #end: number | undefined
  #allowed = 0

  constructor({ limit, windowMs }: { readonly limit: number; readonly windowMs: number }) {
    integerAtLeast('limit', limit, 1)
    positiveFinite('windowMs', windowMs)
    this.#limit = limit
    this.#windowMs = windowMs
  }

  tryAcquire(now: number): Decision {
    const time = this.#clock.see(now)
    if (this.#end === undefined) {
      this.#end = (Math.floor(time / this.#windowMs) + 1) * this.#windowMs
    }
    if (time >= this.#end) {
      this.#end += this.#windowMs
      this.#allowed = 0
    }
    if (this.#allowed < this.#limit) {
      this.#allowed++
      return { allowed: true, remaining: this.#limit - this.#allowed, retryAfterMs: 0 }
    }
    return { allowed: false, remaining: 0, retryAfterMs: Math.ceil(this.#end - time) }
  }
}
