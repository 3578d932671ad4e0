// misconception: What is denied must wait for the next frame.
// why: The estimate falls within the frame. Limit 64, windowMs 256: 64 at 0 and 16 at 320, then the estimate is just 64 and will be below it in 1 ms; this answers 193.
// caught by: it lasts until the estimate is below limit, not until the frame ends
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
    if (room <= 0) return { allowed: false, remaining: 0, retryAfterMs: Math.floor(left) + 1 }
    this.#current++
    return { allowed: true, remaining: Math.ceil(room / this.#windowMs) - 1, retryAfterMs: 0 }
  }
}
