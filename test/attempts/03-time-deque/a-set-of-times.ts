// contains: keeps-one-hit-per-ms
import { Clock, positiveFinite } from '#kit'

export class WindowCounter {
  readonly #windowMs: number
  readonly #clock = new Clock()
  readonly #times = new Map<number, true>()

  constructor(windowMs: number) {
    positiveFinite('windowMs', windowMs)
    this.#windowMs = windowMs
  }

  hit(now: number): number {
    this.#times.set(this.#clock.see(now), true)
    return this.count(now)
  }

  count(now: number): number {
    const time = this.#clock.see(now)
    for (const at of this.#times.keys()) {
      if (at > time - this.#windowMs) break
      this.#times.delete(at)
    }
    return this.#times.size
  }
}
