// misconception: A bound on what a call drops keeps it quick, and what is left goes in the next.
// why: What is left still counts. Limit 1100, all at 0: the one at 1000 is told remaining 999; right is 1099.
// caught by: 1,100 requests at one instant all go at one instant
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
    for (let dropped = 0; dropped < 1000 && this.#head < this.#times.length; dropped++) {
      if ((this.#times[this.#head] as number) > edge) break
      this.#head++
    }
    if (this.#head * 2 > this.#times.length) {
      this.#times = this.#times.slice(this.#head)
      this.#head = 0
    }
  }
}
