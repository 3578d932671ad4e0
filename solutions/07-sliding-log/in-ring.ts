import { Clock, type Decision, integerAtLeast, type Limiter, positiveFinite } from '#kit'

/**
 * The sliding log in a ring of `limit` places. Its contract is the sliding log's; it answers the same.
 *
 * What it says: the next request is allowed when the one that was allowed `limit` requests ago is out.
 * That one stands where the next would be written, so the decision is a single look; only `remaining`
 * needs to know where the window begins.
 *
 * It trades memory for evenness: all 8·limit bytes are taken when it is made, even for a client who
 * asks once, and then no call ever copies or allocates.
 */
export class SlidingLog implements Limiter {
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
