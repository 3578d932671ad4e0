// contains: filters-all-hits-per-call, never-frees-what-it-passed
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
    this.#times.push(this.#clock.see(now))
    return this.count(now)
  }

  count(now: number): number {
    const time = this.#clock.see(now)
    return this.#times.filter((at) => at > time - this.#windowMs).length
  }
}
