// misconception: Every windowMs a new window begins, and the count begins at 0 again.
// why: That is a fixed frame; this window moves with now. Window 1000, hit(999), hit(1000) gives 1, 1; the right values are 1, 2.
// caught by: a minute of hits: 1, 2, 3, 4, 4, 3
import { Clock, positiveFinite } from '#kit'

export class WindowCounter {
  readonly #windowMs: number
  readonly #clock = new Clock()
  #frame = 0
  #hits = 0

  constructor(windowMs: number) {
    positiveFinite('windowMs', windowMs)
    this.#windowMs = windowMs
  }

  hit(now: number): number {
    this.#roll(this.#clock.see(now))
    return ++this.#hits
  }

  count(now: number): number {
    this.#roll(this.#clock.see(now))
    return this.#hits
  }

  #roll(time: number): void {
    const frame = Math.floor(time / this.#windowMs)
    if (frame !== this.#frame) this.#hits = 0
    this.#frame = frame
  }
}
