// misconception: When a frame ends, its count becomes the previous one.
// why: Only the very next frame has it before it. Limit 2, windowMs 64: two at 63, then at 128 they still count here, and deny; the frame before, [64, 128), was idle, so one is let in, with remaining 1.
// caught by: after an idle frame nothing is left of the frame before it
import { Clock, type Decision, integerAtLeast, positiveFinite } from '#kit'

export class SlidingCounter {
  readonly #limit: number
  readonly #windowMs: number
  readonly #clock = new Clock()
  #frame = Number.NEGATIVE_INFINITY
  #current = 0
  #previous = 0

  constructor({ limit, windowMs }: { limit: number; windowMs: number }) {
    integerAtLeast('limit', limit, 1)
    positiveFinite('windowMs', windowMs)
    this.#limit = limit
    this.#windowMs = windowMs
  }

  tryAcquire(now: number): Decision {
    const time = this.#clock.see(now)
    const frame = Math.floor(time / this.#windowMs)
    if (frame !== this.#frame) {
      this.#previous = this.#current
      this.#current = 0
      this.#frame = frame
    }
    const left = this.#windowMs - (time - frame * this.#windowMs)
    const room = (this.#limit - this.#current) * this.#windowMs - this.#previous * left
    if (room <= 0) return { allowed: false, remaining: 0, retryAfterMs: this.#wait(room, left) }
    this.#current++
    return { allowed: true, remaining: Math.ceil(room / this.#windowMs) - 1, retryAfterMs: 0 }
  }

  #wait(room: number, left: number): number {
    const isFull = this.#current >= this.#limit
    return Math.floor(isFull ? left : -room / this.#previous) + 1
  }
}
