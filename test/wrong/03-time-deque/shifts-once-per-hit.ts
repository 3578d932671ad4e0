// misconception: A JavaScript array is a queue: shift() takes the first off.
// why: The answers are right, but shift() moves all that stay: with 100,000 hits in the window, each call that drops one moves all the others. Amortised constant is asked.
// caught by: hits that push out as many old ones cost a constant each, however many
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
    return this.#expire(time)
  }

  count(now: number): number {
    return this.#expire(this.#clock.see(now))
  }

  #expire(time: number): number {
    const edge = time - this.#windowMs
    while (this.#times.length > 0 && (this.#times[0] as number) <= edge) this.#times.shift()
    return this.#times.length
  }
}
