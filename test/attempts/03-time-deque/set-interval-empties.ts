// contains: waits-for-a-timer
import { Clock, positiveFinite } from '#kit'

export class WindowCounter {
  readonly #clock = new Clock()
  #times: number[] = []

  constructor(windowMs: number) {
    positiveFinite('windowMs', windowMs)
    setInterval(() => {
      this.#times = []
    }, windowMs)
  }

  hit(now: number): number {
    const time = this.#clock.see(now)
    this.#times.push(time)
    void time
    return this.#times.length
  }

  count(now: number): number {
    const time = this.#clock.see(now)
    void time
    return this.#times.length
  }
}
