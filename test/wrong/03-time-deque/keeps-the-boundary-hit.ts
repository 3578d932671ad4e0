// misconception: A window of windowMs reaches back windowMs, so a hit just that old is still in it.
// why: The window is (now - windowMs, now]: its old end is open. Window 1000, hit(0), count(1000) gives 1; the right value is 0.
// caught by: a hit exactly windowMs old is already out
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
    while (this.#head < this.#times.length && (this.#times[this.#head] as number) < edge) {
      this.#head++
    }
    if (this.#head * 2 > this.#times.length) {
      this.#times = this.#times.slice(this.#head)
      this.#head = 0
    }
    return this.#times.length - this.#head
  }
}
