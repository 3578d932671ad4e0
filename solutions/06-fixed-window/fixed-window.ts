import { Clock, type Decision, integerAtLeast, type Limiter, positiveFinite } from '#kit'

/**
 * Allows up to `limit` requests in each frame `[n·windowMs, (n+1)·windowMs)`, n any integer. The
 * frames lie on the clock, wherever the requests fall; denied requests spend nothing.
 *
 * Times are finite numbers in ms (`RangeError` naming `now` otherwise). A `now` earlier than the
 * latest one seen, by a denied request too, counts as the latest one seen.
 *
 * State: two numbers. Cost: constant per call, however many frames have passed since the last.
 */
export class FixedWindow implements Limiter {
  readonly #limit: number
  readonly #windowMs: number
  readonly #clock = new Clock()
  /** Which frame was asked about last. */
  #frame = Number.NEGATIVE_INFINITY
  /** How many were allowed in it. */
  #allowed = 0

  /** @param options `limit`: an integer ≥ 1; `windowMs`: positive and finite. Else `RangeError`. */
  constructor({ limit, windowMs }: { readonly limit: number; readonly windowMs: number }) {
    integerAtLeast('limit', limit, 1)
    positiveFinite('windowMs', windowMs)
    this.#limit = limit
    this.#windowMs = windowMs
  }

  /**
   * Decides on one request at `now`. `remaining`: how many more would be allowed at this instant.
   * `retryAfterMs`: 0 if allowed, else the smallest whole number of ms after which it would be.
   */
  tryAcquire(now: number): Decision {
    const time = this.#clock.see(now)
    // Not `time - time % windowMs`: `%` takes the sign of the time, so that the two frames about 0
    // would be one.
    const frame = Math.floor(time / this.#windowMs)
    // Another frame is a later one, since the clock never runs back. So nothing was allowed in it
    // yet, whether it is the next one or the thousandth.
    if (frame !== this.#frame) {
      this.#frame = frame
      this.#allowed = 0
    }
    // Invariant: 0 ≤ #allowed ≤ limit, as only an allowed request is counted.
    if (this.#allowed < this.#limit) {
      this.#allowed++
      return { allowed: true, remaining: this.#limit - this.#allowed, retryAfterMs: 0 }
    }
    // The next frame's first instant is in the next frame: no ms is added. Rounded up, for a whole
    // ms earlier it would still be this frame.
    const end = (frame + 1) * this.#windowMs
    return { allowed: false, remaining: 0, retryAfterMs: Math.ceil(end - time) }
  }
}
