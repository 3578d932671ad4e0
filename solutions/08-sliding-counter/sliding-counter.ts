import { Clock, type Decision, integerAtLeast, positiveFinite } from '#kit'

/**
 * Lets in about `limit` requests a window, and keeps two counts instead of every time.
 *
 * Time is cut into frames `[n·w, (n+1)·w)`, with `w = windowMs` and any integer `n`. At `now`, which
 * is `t` into its frame, the requests of the last `w` ms are estimated as `prev·(1 − t/w) + cur`:
 * what was let in in the frame before (0 if nothing was) and in this one. A request is allowed while
 * the estimate, itself not yet counted, is below `limit`.
 *
 * Times are finite numbers in ms (`RangeError` naming `now` otherwise). A `now` earlier than the
 * latest one seen, by a denied request too, counts as the latest one seen.
 *
 * Memory: two counts, whatever `limit` is.
 *
 * Exact: both sides of `prev·(1 − t/w) + cur < limit` are multiplied by `w`. Then all of it is whole
 * numbers (eighths, if times are eighths), and nothing is rounded while `limit·w` is below 2^53.
 */
export class SlidingCounter {
  readonly #limit: number
  readonly #windowMs: number
  readonly #clock = new Clock()
  /** The frame of the latest time seen; what was let in in it, and in the one before. */
  #frame = Number.NEGATIVE_INFINITY
  #current = 0
  #previous = 0

  constructor({ limit, windowMs }: { limit: number; windowMs: number }) {
    integerAtLeast('limit', limit, 1)
    positiveFinite('windowMs', windowMs)
    this.#limit = limit
    this.#windowMs = windowMs
  }

  /** Decides on a request at `now`, and counts it if it is allowed. */
  tryAcquire(now: number): Decision {
    const time = this.#clock.see(now)
    const frame = Math.floor(time / this.#windowMs)
    if (frame !== this.#frame) {
      // Only the very next frame has this one before it; after a gap, nothing was let in before it.
      this.#previous = frame === this.#frame + 1 ? this.#current : 0
      this.#current = 0
      this.#frame = frame
    }
    /** Until the frame ends: `w − t`. */
    const left = this.#windowMs - (time - frame * this.#windowMs)
    /** How far the estimate is below the limit, in w-ths of a request. */
    const room = (this.#limit - this.#current) * this.#windowMs - this.#previous * left
    if (room <= 0) return { allowed: false, remaining: 0, retryAfterMs: this.#wait(room, left) }
    this.#current++
    // Each request takes w of the room, and any room that is left lets one more in.
    return { allowed: true, remaining: Math.ceil(room / this.#windowMs) - 1, retryAfterMs: 0 }
  }

  /**
   * The smallest whole number of ms after which there is room again.
   *
   * A frame that is full stays so to its end. At its end it has become the frame before, and counts
   * whole for that one instant: so the first whole ms after its end.
   *
   * In a frame that is not, room grows by `prev` each ms, since `left` falls. There is some once more
   * than `−room / prev` ms have passed: rounded down, and one more. That is before the frame's end,
   * or the first whole ms after it: fine as well, as the estimate there is at most `cur`.
   */
  #wait(room: number, left: number): number {
    const isFull = this.#current >= this.#limit
    return Math.floor(isFull ? left : -room / this.#previous) + 1
  }
}
