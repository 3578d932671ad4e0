// contains: nothing listed
import { Clock, positiveFinite } from '#kit'

export class WindowCounter {
  readonly #seconds: number
  readonly #clock = new Clock()
  #bySecond = new Map<number, number>()

  constructor(windowMs: number) {
    positiveFinite('windowMs', windowMs)
    this.#seconds = Math.ceil(windowMs / 1000)
  }

  hit(now: number): number {
    const second = Math.floor(this.#clock.see(now) / 1000)
    this.#bySecond.set(second, (this.#bySecond.get(second) ?? 0) + 1)
    return this.count(now)
  }

  count(now: number): number {
    const second = Math.floor(this.#clock.see(now) / 1000)
    let sum = 0
    for (const [at, hits] of this.#bySecond) {
      if (at <= second - this.#seconds) this.#bySecond.delete(at)
      else sum += hits
    }
    return sum
  }
}
