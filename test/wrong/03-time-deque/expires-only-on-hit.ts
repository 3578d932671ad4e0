// misconception: Old hits go when new ones come, so count only needs the length.
// why: Time passes without hits, too. Window 1000, hit(0), count(1000) gives 1; the right value is 0.
// caught by: count lets old hits go by itself
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
    this.#times.push(time)
    return this.#expire(time)
  }

  count(now: number): number {
    this.#clock.see(now)
    return this.#times.length - this.#head
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
