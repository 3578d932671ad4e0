// misconception: hit says how many requests came before this one.
// why: hit counts this one, too. On a new counter hit(0) gives 0; the right value is 1.
// caught by: a minute of hits: 1, 2, 3, 4, 4, 3
import { Clock, positiveFinite } from '#kit'

export class WindowCounter {
  readonly #windowMs: number
  readonly #clock = new Clock()
  #times: number[] = []
  #head = 0

  constructor(windowMs: number) {
    positiveFinite('windowMs', windowMs)
    this.#windowMs = windowMs
  }

  hit(now: number): number {
    const time = this.#clock.see(now)
    const before = this.#expire(time)
    this.#times.push(time)
    return before
  }

  count(now: number): number {
    return this.#expire(this.#clock.see(now))
  }

  #expire(time: number): number {
    const edge = time - this.#windowMs
    while (this.#head < this.#times.length && (this.#times[this.#head] as number) <= edge) {
      this.#head++
    }
    if (this.#head * 2 > this.#times.length) {
      this.#times = this.#times.slice(this.#head)
      this.#head = 0
    }
    return this.#times.length - this.#head
  }
}
