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

/**
 * The same with one entry for all hits of the same time: `[time, hits]` in a ring buffer.
 *
 * It trades a little code for memory: with whole ms there are at most `windowMs` entries however
 * many hits come (a window of a second never holds more than 1,000), where a plain log grows with
 * the traffic. Cost: amortised constant, as a ring that doubles pays at most a few moves an entry.
 */
export class WindowCounterByTick {
  readonly #windowMs: number
  readonly #clock = new Clock()
  #times = new Float64Array(4)
  #hits = new Float64Array(4)
  #head = 0
  #entries = 0
  #total = 0

  constructor(windowMs: number) {
    positiveFinite('windowMs', windowMs)
    this.#windowMs = windowMs
  }

  /** Records a request at `now` and returns the number in the window, this one included. */
  hit(now: number): number {
    const time = this.#clock.see(now)
    this.#expire(time)
    const newest = this.#slot(this.#entries - 1)
    if (this.#entries > 0 && this.#times[newest] === time) {
      this.#hits[newest] = (this.#hits[newest] as number) + 1
    } else {
      if (this.#entries === this.#times.length) this.#resize(this.#entries * 2)
      const slot = this.#slot(this.#entries++)
      this.#times[slot] = time
      this.#hits[slot] = 1
    }
    return ++this.#total
  }

  /** Returns the number of hits in the window that ends at `now`; records nothing. */
  count(now: number): number {
    this.#expire(this.#clock.see(now))
    return this.#total
  }

  #slot(index: number): number {
    return (this.#head + index + this.#times.length) % this.#times.length
  }

  #expire(time: number): void {
    const edge = time - this.#windowMs
    // Invariant: #total is the sum of the hits of the #entries entries from #head on.
    while (this.#entries > 0 && (this.#times[this.#head] as number) <= edge) {
      this.#total -= this.#hits[this.#head] as number
      this.#head = this.#slot(1)
      this.#entries--
    }
    // Halved at a quarter, not at a half: after a resize, either way, many calls come before the next.
    if (this.#times.length > 4 && this.#entries * 4 <= this.#times.length) {
      this.#resize(Math.max(4, this.#entries * 2))
    }
  }

  #resize(capacity: number): void {
    const times = new Float64Array(capacity)
    const hits = new Float64Array(capacity)
    for (let i = 0; i < this.#entries; i++) {
      times[i] = this.#times[this.#slot(i)] as number
      hits[i] = this.#hits[this.#slot(i)] as number
    }
    this.#times = times
    this.#hits = hits
    this.#head = 0
  }
}
