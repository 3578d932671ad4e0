// contains: never-frees-what-it-passed, expires-only-on-hit
import { Clock, positiveFinite } from '#kit'

export class WindowCounter {
  readonly #windowMs: number
  readonly #clock = new Clock()
  readonly #hits: number[] = []
  #first = 0

  constructor(windowMs: number) {
    positiveFinite('windowMs', windowMs)
    this.#windowMs = windowMs
  }

  hit(now: number): number {
    const time = this.#clock.see(now)
    this.#hits.push(time)
    while (time - (this.#hits[this.#first] as number) >= this.#windowMs) this.#first++
    return this.#hits.length - this.#first
  }

  count(now: number): number {
    this.#clock.see(now)
    return this.#hits.length - this.#first
  }
}
