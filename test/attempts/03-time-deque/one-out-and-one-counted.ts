// contains: drops-one-hit-per-call, count-adds-a-hit
import { Clock, positiveFinite } from '#kit'

type Node = { at: number; next: Node | undefined }

export class WindowCounter {
  readonly #windowMs: number
  readonly #clock = new Clock()
  #oldest: Node | undefined
  #newest: Node | undefined
  #size = 0

  constructor(windowMs: number) {
    positiveFinite('windowMs', windowMs)
    this.#windowMs = windowMs
  }

  hit(now: number): number {
    const at = this.#clock.see(now)
    const node: Node = { at, next: undefined }
    if (this.#newest) this.#newest.next = node
    this.#newest = node
    this.#oldest ??= node
    this.#size++
    if (at - this.#oldest.at >= this.#windowMs) {
      this.#oldest = this.#oldest.next
      this.#size--
    }
    return this.#size
  }

  count(now: number): number {
    return this.hit(now)
  }
}
