// contains: starts-again-at-each-frame
import { Clock, positiveFinite, todo } from '#kit'

export class WindowCounter {
  readonly #windowMs: number
  readonly #clock = new Clock()
  #frame = 0
  #inFrame = 0

  constructor(windowMs: number) {
    positiveFinite('windowMs', windowMs)
    this.#windowMs = windowMs
  }

  hit(now: number): number {
    const time = this.#clock.see(now)
    const frame = Math.floor(time / this.#windowMs)
    if (frame !== this.#frame) this.#inFrame = 0
    this.#frame = frame
    return ++this.#inFrame
  }

  count(now: number): number {
    const time = this.#clock.see(now)
    return todo('return how many hits are in the window', time, this.#windowMs)
  }
}
