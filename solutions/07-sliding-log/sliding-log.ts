import { Clock, type Decision, integerAtLeast, type Limiter, positiveFinite } from '#kit'

/**
 * Allows a request at `now` while fewer than `limit` allowed ones are in `(now − windowMs, now]`. One
 * exactly `windowMs` old is already out. Denied requests leave nothing behind.
 *
 * Times are finite numbers in ms (`RangeError` naming `now` otherwise). A `now` earlier than the
 * latest one seen, by a denied request too, counts as the latest one seen.
 *
 * Memory: at most proportional to `limit`. Cost: amortised constant, as each time goes in once and
 * out once, and a copy moves no more times than have gone out since the last one.
 */
export class SlidingLog implements Limiter {
  readonly #limit: number
  readonly #windowMs: number
  readonly #clock = new Clock()
  /** Times of the allowed requests, oldest first. Those before `#head` are out of the window. */
  #times: number[] = []
  #head = 0

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
    this.#expire(time)
    // Invariant: from #head on there are the allowed requests of the window, at most `limit`.
    const free = this.#limit - (this.#times.length - this.#head)
    if (free > 0) {
      this.#times.push(time)
      return { allowed: true, remaining: free - 1, retryAfterMs: 0 }
    }
    // The window is full, so one place is enough, and the oldest is the first to make one. It is
    // younger than windowMs, so the wait is at least 1.
    const age = time - (this.#times[this.#head] as number)
    return { allowed: false, remaining: 0, retryAfterMs: Math.ceil(this.#windowMs - age) }
  }

  /** Drops what is out of the window that ends at `time`: all of it is in front. */
  #expire(time: number): void {
    while (
      this.#head < this.#times.length &&
      time - (this.#times[this.#head] as number) >= this.#windowMs
    ) {
      this.#head++
    }
    // Afterwards there are no more dead ones than living, so at most 2·limit in all.
    if (this.#head * 2 > this.#times.length) {
      this.#times = this.#times.slice(this.#head)
      this.#head = 0
    }
  }
}
