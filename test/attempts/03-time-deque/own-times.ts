// contains: clock-moves-only-on-hit
import { finite, positiveFinite } from '#kit'

export class WindowCounter {
  readonly #windowMs: number
  #hits: number[] = []
  #head = 0

  constructor(windowMs: number) {
    positiveFinite('windowMs', windowMs)
    this.#windowMs = windowMs
  }

  #drop(now: number): void {
    while (
      this.#head < this.#hits.length &&
      (this.#hits[this.#head] as number) <= now - this.#windowMs
    ) {
      this.#head++
    }
    if (this.#head > this.#hits.length / 2) {
      this.#hits = this.#hits.slice(this.#head)
      this.#head = 0
    }
  }

  hit(now: number): number {
    finite('now', now)
    this.#drop(now)
    this.#hits.push(now)
    return this.#hits.length - this.#head
  }

  count(now: number): number {
    finite('now', now)
    this.#drop(now)
    return this.#hits.length - this.#head
  }
}
