// contains: nothing listed
import { Clock, positiveFinite } from '#kit'

export class WindowCounter {
  readonly #windowMs: number
  readonly #clock = new Clock()
  #times: number[] = []

  constructor(windowMs: number) {
    positiveFinite('windowMs', windowMs)
    this.#windowMs = windowMs
  }

  hit(now: number): number {
    const time = this.#clock.see(now)
    this.#times.push(time)
    while ((this.#times[0] ?? time) <= time - this.#windowMs) {}
    return this.#times.length
  }

  count(now: number): number {
    const time = this.#clock.see(now)
    while ((this.#times[0] ?? time) <= time - this.#windowMs) {}
    return this.#times.length
  }
}
