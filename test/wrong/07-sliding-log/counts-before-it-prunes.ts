// misconception: Deny at once when the log is full; there is time to tidy up afterwards.
// why: What fills it may be out by now. Limit 3, window 1000, requests at 0, 1, 2, 5000: the last is denied; right is allowed.
// caught by: a full window that has wholly passed is empty
import { Clock, type Decision, integerAtLeast, positiveFinite } from '#kit'

export class SlidingLog {
  readonly #limit: number
  readonly #windowMs: number
  readonly #clock = new Clock()
  #times: number[] = []
  #head = 0

  constructor({ limit, windowMs }: { readonly limit: number; readonly windowMs: number }) {
    integerAtLeast('limit', limit, 1)
    positiveFinite('windowMs', windowMs)
    this.#limit = limit
    this.#windowMs = windowMs
  }

  tryAcquire(now: number): Decision {
    const time = this.#clock.see(now)
    const inWindow = this.#times.length - this.#head
    const age = time - (this.#times[this.#head] ?? time)
    this.#expire(time)
    if (inWindow < this.#limit) {
      this.#times.push(time)
      return { allowed: true, remaining: this.#limit - inWindow - 1, retryAfterMs: 0 }
    }
    return {
      allowed: false,
      remaining: 0,
      retryAfterMs: Math.max(1, Math.ceil(this.#windowMs - age)),
    }
  }

  #expire(time: number): void {
    const edge = time - this.#windowMs
    while (this.#head < this.#times.length && (this.#times[this.#head] as number) <= edge) {
      this.#head++
    }
    if (this.#head * 2 > this.#times.length) {
      this.#times = this.#times.slice(this.#head)
      this.#head = 0
    }
  }
}
