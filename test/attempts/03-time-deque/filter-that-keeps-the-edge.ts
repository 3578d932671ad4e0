// contains: keeps-the-boundary-hit, filters-all-hits-per-call
import { Clock, positiveFinite } from '#kit'

export class WindowCounter {
  readonly #windowMs: number
  readonly #clock = new Clock()
  #hits: number[] = []

  constructor(windowMs: number) {
    positiveFinite('windowMs', windowMs)
    this.#windowMs = windowMs
  }

  hit(now: number): number {
    this.#hits.push(this.#clock.see(now))
    return this.count(now)
  }

  count(now: number): number {
    const time = this.#clock.see(now)
    this.#hits = this.#hits.filter((hit) => hit >= time - this.#windowMs)
    return this.#hits.length
  }
}
