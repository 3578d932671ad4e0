// misconception: When the frame has ended, the next one begins.
// why: After a silence many frames have ended. Limit 3, windowMs 64: three at 7, then at 320 the counter is still in frame 1, so that frame 0 counts, and by a negative share: remaining is 11; the right value is 2.
// caught by: after many idle frames up to limit are let in, and no more
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
      this.#frame = Number.isFinite(this.#frame) ? this.#frame + 1 : frame
    }
    const left = this.#windowMs - (time - this.#frame * this.#windowMs)
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
