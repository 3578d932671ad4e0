// misconception: Times are what I store, so a set of times holds each hit once.
// why: Two hits in the same ms are two hits. On a new counter hit(0), hit(0) gives 1, 1; the right values are 1, 2.
// caught by: hits at the same instant all count
import { Clock, positiveFinite } from '#kit'

export class WindowCounter {
  readonly #windowMs: number
  readonly #clock = new Clock()
  readonly #times = new Set<number>()

  constructor(windowMs: number) {
    positiveFinite('windowMs', windowMs)
    this.#windowMs = windowMs
  }

  hit(now: number): number {
    const time = this.#clock.see(now)
    this.#times.add(time)
    return this.#expire(time)
  }

  count(now: number): number {
    return this.#expire(this.#clock.see(now))
  }

  #expire(time: number): number {
    const edge = time - this.#windowMs
    for (const hit of this.#times) {
      if (hit > edge) break
      this.#times.delete(hit)
    }
    return this.#times.size
  }
}
