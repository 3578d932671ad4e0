// misconception: Moving the head past a hit is enough to drop it.
// why: The answers are right, but the array still holds every hit ever seen: 1,000,000 hits through a window of 10 keep some 10 MB, where the ten in the window need 64 kB at most.
// caught by: 200,000 hits through a window of 10 leave nothing behind
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
    return this.#expire(this.#clock.see(now))
  }

  #expire(time: number): number {
    const edge = time - this.#windowMs
    while (this.#head < this.#times.length && (this.#times[this.#head] as number) <= edge) {
      this.#head++
    }
    return this.#times.length - this.#head
  }
}
