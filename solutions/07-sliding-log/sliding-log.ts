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

/**
 * The same in a ring of `limit` places. What it says: the next request is allowed when the one that
 * was allowed `limit` requests ago is out. That one stands where the next would be written, so the
 * decision is a single look; only `remaining` needs to know where the window begins.
 *
 * It trades memory for evenness: all 8·limit bytes are taken when it is made, even for a client who
 * asks once, and then no call ever copies or allocates.
 */
export class SlidingLogInRing implements Limiter {
  readonly #windowMs: number
  readonly #clock = new Clock()
  readonly #times: Float64Array
  /** Where the next allowed one is written; how many in front of it, going back, are in the window. */
  #next = 0
  #inWindow = 0

  /** @param options `limit`: an integer ≥ 1; `windowMs`: positive and finite. Else `RangeError`. */
  constructor({ limit, windowMs }: { readonly limit: number; readonly windowMs: number }) {
    integerAtLeast('limit', limit, 1)
    positiveFinite('windowMs', windowMs)
    this.#windowMs = windowMs
    this.#times = new Float64Array(limit).fill(Number.NEGATIVE_INFINITY)
  }

  /** Decides on one request at `now`. */
  tryAcquire(now: number): Decision {
    const time = this.#clock.see(now)
    const limit = this.#times.length
    const age = time - (this.#times[this.#next] as number)
    if (age < this.#windowMs) {
      return { allowed: false, remaining: 0, retryAfterMs: Math.ceil(this.#windowMs - age) }
    }
    // Amortised constant: each allowed request is passed once.
    while (this.#inWindow > 0 && time - this.#oldest() >= this.#windowMs) this.#inWindow--
    this.#times[this.#next] = time
    this.#next = (this.#next + 1) % limit
    this.#inWindow++
    return { allowed: true, remaining: limit - this.#inWindow, retryAfterMs: 0 }
  }

  #oldest(): number {
    const limit = this.#times.length
    return this.#times[(this.#next - this.#inWindow + limit) % limit] as number
  }
}
