// misconception: Keeping only those younger than windowMs is one filter.
// why: The answers are right, but filter() looks at every hit on every call: 100,000 hits in the window cost 100,000 steps a call. Amortised constant is asked.
// caught by: hits inside one window cost a constant each, however many
import { Clock, positiveFinite } from '#kit'

export class WindowCounter {
  readonly #windowMs: number
  readonly #clock = new Clock()
  #times: number[] = []

  constructor(windowMs: number) {
    positiveFinite('windowMs', windowMs)
    this.#windowMs = windowMs
  }

  hit(now: number): number {
    const time = this.#clock.see(now)
    this.#times.push(time)
    return this.#expire(time)
  }

  count(now: number): number {
    return this.#expire(this.#clock.see(now))
  }

  #expire(time: number): number {
    const edge = time - this.#windowMs
    this.#times = this.#times.filter((hit) => hit > edge)
    return this.#times.length
  }
}
