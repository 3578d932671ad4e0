import { Clock, positiveFinite } from '#kit'

/**
 * The window counter with one entry for all hits of the same time: `[time, hits]` in a ring buffer. Its
 * contract is the window counter's; it answers the same.
 *
 * It trades a little code for memory: with whole ms there are at most `windowMs` entries however
 * many hits come (a window of a second never holds more than 1,000), where a plain log grows with
 * the traffic. Cost: amortised constant, as a ring that doubles pays at most a few moves an entry.
 */
export class WindowCounter {
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
