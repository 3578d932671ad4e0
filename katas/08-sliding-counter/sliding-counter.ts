import { Clock, type Decision, integerAtLeast, positiveFinite, todo } from '#kit'

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
 */
export class SlidingCounter {
  readonly #limit: number
  readonly #windowMs: number
  readonly #clock = new Clock()

  constructor({ limit, windowMs }: { limit: number; windowMs: number }) {
    integerAtLeast('limit', limit, 1)
    positiveFinite('windowMs', windowMs)
    this.#limit = limit
    this.#windowMs = windowMs
  }

  /** Decides on a request at `now`, and counts it if it is allowed. */
  tryAcquire(now: number): Decision {
    const time = this.#clock.see(now)
    return todo('allow while the estimate is below limit', time, this.#limit, this.#windowMs)
  }
}
