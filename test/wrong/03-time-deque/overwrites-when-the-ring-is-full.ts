// misconception: A ring of 1,024 places is plenty for one window.
// why: Nothing bounds the hits in a window. 1,025 hits at 0 give 1,024 for the last; the right value is 1,025.
// caught by: 100,000 hits inside one window all count, and all go
import { Clock, positiveFinite } from '#kit'

export class WindowCounter {
  readonly #windowMs: number
  readonly #clock = new Clock()
  readonly #times = new Float64Array(1024)
  #head = 0
  #size = 0

  constructor(windowMs: number) {
    positiveFinite('windowMs', windowMs)
    this.#windowMs = windowMs
  }

  hit(now: number): number {
    const time = this.#clock.see(now)
    this.#expire(time)
    this.#times[(this.#head + this.#size) % this.#times.length] = time
    if (this.#size < this.#times.length) this.#size++
    else this.#head = (this.#head + 1) % this.#times.length
    return this.#size
  }

  count(now: number): number {
    return this.#expire(this.#clock.see(now))
  }

  #expire(time: number): number {
    const edge = time - this.#windowMs
    while (this.#size > 0 && (this.#times[this.#head] as number) <= edge) {
      this.#head = (this.#head + 1) % this.#times.length
      this.#size--
    }
    return this.#size
  }
}
