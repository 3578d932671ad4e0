// contains: shifts-once-per-hit, counts-only-the-earlier-hits
import { Clock, positiveFinite } from '#kit'

export class WindowCounter {
  readonly #windowMs: number
  readonly #clock = new Clock()
  readonly #queue: number[] = []

  constructor(windowMs: number) {
    positiveFinite('windowMs', windowMs)
    this.#windowMs = windowMs
  }

  #cleanUp(time: number): void {
    while (this.#queue.length > 0 && time - (this.#queue[0] as number) >= this.#windowMs) {
      this.#queue.shift()
    }
  }

  hit(now: number): number {
    const time = this.#clock.see(now)
    this.#cleanUp(time)
    const before = this.#queue.length
    this.#queue.push(time)
    return before
  }

  count(now: number): number {
    this.#cleanUp(this.#clock.see(now))
    return this.#queue.length
  }
}
