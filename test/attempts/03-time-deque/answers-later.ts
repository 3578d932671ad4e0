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

  async hit(now: number): Promise<number> {
    this.#times.push(this.#clock.see(now))
    return this.count(now)
  }

  async count(now: number): Promise<number> {
    const edge = this.#clock.see(now) - this.#windowMs
    this.#times = this.#times.filter((at) => at > edge)
    return this.#times.length
  }
}
