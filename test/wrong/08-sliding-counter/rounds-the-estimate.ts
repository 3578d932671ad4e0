// misconception: Half a request cannot be counted, so the estimate is rounded.
// why: A share of 0.98 is below a limit of 1. Limit 1 a minute: one at 59999, then at 61000 it is let in; rounded to 1 it is denied.
// caught by: a share of 0.98 is below 1: the estimate is not rounded
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
    const share = Math.round((this.#previous * left) / this.#windowMs)
    const room = (this.#limit - this.#current - share) * this.#windowMs
    if (room <= 0) return { allowed: false, remaining: 0, retryAfterMs: this.#wait(room, left) }
    this.#current++
    return { allowed: true, remaining: Math.ceil(room / this.#windowMs) - 1, retryAfterMs: 0 }
  }

  #wait(room: number, left: number): number {
    const isFull = this.#current >= this.#limit
    return Math.floor(isFull ? left : -room / this.#previous) + 1
  }
}
