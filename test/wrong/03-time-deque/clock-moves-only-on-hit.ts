// misconception: count changes nothing, so the time that it is given need not be remembered.
// why: A time is seen by any method. Window 1000, count(1000), hit(0), count(1500) gives 0, since the hit was kept as of 0; the right value is 1, as of 1000.
// caught by: count moves the clock, too
import { Clock, finite, positiveFinite } from '#kit'

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
    this.#times.push(time)
    return this.#expire(time)
  }

  count(now: number): number {
    finite('now', now)
    return this.#expire(now)
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
