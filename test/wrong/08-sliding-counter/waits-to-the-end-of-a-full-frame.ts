// misconception: A full frame is over when it ends, w − t from now.
// why: At its end it has become the frame before, and still counts whole for that instant. Limit 2, windowMs 64: two at 10, then the wait is 55, to 65; this answers 54, and at 64 the request is denied.
// caught by: stretch: the end of a full frame is full, too: the wait is a ms longer
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
      this.#previous = frame === this.#frame + 1 ? this.#current : 0
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
    return isFull ? Math.ceil(left) : Math.floor(-room / this.#previous) + 1
  }
}
