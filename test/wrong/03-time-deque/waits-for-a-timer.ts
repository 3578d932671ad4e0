// misconception: A hit leaves the window by itself, or by a timer, when it is windowMs old.
// why: What time it is hit and count are told, and nothing else counts: a timer has a clock of its own, and waits while the process is busy. windowMs 1000, a hit at 0: count at 1000 is 0; this says 1.
// caught by: a hit exactly windowMs old is already out
import { Clock, positiveFinite } from '#kit'

export class WindowCounter {
  readonly #clock = new Clock()
  #times: number[] = []

  constructor(windowMs: number) {
    positiveFinite('windowMs', windowMs)
    setInterval(() => this.#times.shift(), windowMs).unref()
  }

  hit(now: number): number {
    this.#times.push(this.#clock.see(now))
    return this.#times.length
  }

  count(now: number): number {
    this.#clock.see(now)
    return this.#times.length
  }
}
