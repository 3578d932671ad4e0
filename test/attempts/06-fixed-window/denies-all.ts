// contains: nothing listed
import { Clock, type Decision, integerAtLeast, type Limiter, positiveFinite } from '#kit'

/**
 * Allows up to `limit` requests in each frame `[n·windowMs, (n+1)·windowMs)`, n any integer. The
 * frames lie on the clock, wherever the requests fall; denied requests spend nothing.
 *
 * Times are finite numbers in ms (`RangeError` naming `now` otherwise). A `now` earlier than the
 * latest one seen, by a denied request too, counts as the latest one seen.
 */
export class FixedWindow implements Limiter {
  readonly #clock = new Clock()

  /** @param options `limit`: an integer ≥ 1; `windowMs`: positive and finite. Else `RangeError`. */
  constructor({ limit, windowMs }: { readonly limit: number; readonly windowMs: number }) {
    integerAtLeast('limit', limit, 1)
    positiveFinite('windowMs', windowMs)
  }

  /**
   * Decides on one request at `now`. `remaining`: how many more would be allowed at this instant.
   * `retryAfterMs`: 0 if allowed, else the smallest whole number of ms after which it would be.
   */
  tryAcquire(now: number): Decision {
    this.#clock.see(now)
    // In three steps, if you like: `allowed` first, with 0 for the other two.
    return { allowed: false, remaining: 0, retryAfterMs: 1 }
  }
}
