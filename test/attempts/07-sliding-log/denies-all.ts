// contains: nothing listed
import { Clock, type Decision, integerAtLeast, type Limiter, positiveFinite } from '#kit'

/**
 * Allows a request at `now` while fewer than `limit` allowed ones are in `(now − windowMs, now]`. One
 * exactly `windowMs` old is already out. Denied requests leave nothing behind.
 *
 * Times are finite numbers in ms (`RangeError` naming `now` otherwise). A `now` earlier than the
 * latest one seen, by a denied request too, counts as the latest one seen.
 *
 * Memory: at most proportional to `limit`.
 */
export class SlidingLog implements Limiter {
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
    return { allowed: false, remaining: 0, retryAfterMs: 1 }
  }
}
