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
  readonly #windowMs: number
  readonly #clock = new Clock()
  /** Times of the hits, oldest first. Those before `#head` are out of the window. */
  #times: number[] = []
  #head = 0

  constructor(windowMs: number) {
    positiveFinite('windowMs', windowMs)
    this.#windowMs = windowMs
  }

  /** Records a request at `now` and returns the number in the window, this one included. */
  hit(now: number): number {
    const time = this.#clock.see(now)
    this.#times.push(time)
    return this.#expire(time)
  }

  /** Returns the number of hits in the window that ends at `now`; records nothing. */
  count(now: number): number {
    const time = this.#clock.see(now)
    return this.#expire(time)
  }

  /**
   * Drops what is out of the window that ends at `time` and returns how many are left.
   *
   * Amortised: `#head` passes each hit once, and a copy moves fewer hits than were passed since the
   * last copy; so a hit costs one push, one step of `#head` and at most one move.
   */
  #expire(time: number): number {
    const edge = time - this.#windowMs
    // Invariant: times are in order (the clock never runs back), so all that is out is in front.
    while (this.#head < this.#times.length && (this.#times[this.#head] as number) <= edge) {
      this.#head++
    }
    // Invariant: afterwards no more dead hits than live ones are kept.
    if (this.#head * 2 > this.#times.length) {
      this.#times = this.#times.slice(this.#head)
      this.#head = 0
    }
    return this.#times.length - this.#head
  }
}
