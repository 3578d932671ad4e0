// misconception: Seconds are exact enough for a log.
// why: They cut the window's edge off. Limit 1, window 2000, requests at 63900 and 65899: the second is allowed, as 63 and 65; right is denied, for 1 ms.
// caught by: times are not cut to seconds
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
    const time = Math.floor(this.#clock.see(now) / 1000) * 1000
    this.#expire(time)
    const inWindow = this.#times.length - this.#head
    if (inWindow < this.#limit) {
      this.#times.push(time)
      return { allowed: true, remaining: this.#limit - inWindow - 1, retryAfterMs: 0 }
    }
    const age = time - (this.#times[this.#head] as number)
    return { allowed: false, remaining: 0, retryAfterMs: Math.ceil(this.#windowMs - age) }
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
