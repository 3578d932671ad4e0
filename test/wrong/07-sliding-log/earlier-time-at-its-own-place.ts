// misconception: A request belongs to the now that it brings.
// why: An earlier now counts as the latest one seen. Limit 2, window 1000, requests at 5000, 4500, 4000: the last is told to wait 2000 ms; right is 1000, from 5000 on.
// caught by: an earlier now counts as the latest one seen
import { type Decision, finite, integerAtLeast, positiveFinite } from '#kit'

export class SlidingLog {
  readonly #limit: number
  readonly #windowMs: number

  #times: number[] = []
  #head = 0

  constructor({ limit, windowMs }: { readonly limit: number; readonly windowMs: number }) {
    integerAtLeast('limit', limit, 1)
    positiveFinite('windowMs', windowMs)
    this.#limit = limit
    this.#windowMs = windowMs
  }

  tryAcquire(now: number): Decision {
    finite('now', now)
    const time = now
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
