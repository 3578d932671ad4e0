// misconception: t is now % windowMs.
// why: In JavaScript the remainder of a negative number is negative. Limit 2, windowMs 64: two at −128, then at −32 half of their frame is out and one is let in; −32 % 64 is −32, not 32, and makes the share 3, which denies it.
// caught by: stretch: negative and fractional times are times
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
    const left = this.#windowMs - (time % this.#windowMs)
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
