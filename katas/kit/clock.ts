import { finite } from './check.ts'

/**
 * A clock that never runs back: a `now` smaller than the latest one seen counts as the latest one
 * seen. Times are in ms; any finite number will do. O(1).
 */
export class Clock {
  #latest = Number.NEGATIVE_INFINITY

  /**
   * @param start the first `now` seen, in ms; leave it out when nothing was seen yet.
   * Throws a `RangeError` naming `now` if it is not finite.
   */
  constructor(start?: number) {
    if (start !== undefined) this.see(start)
  }

  /**
   * Sees `now` and returns the time that counts: the latest one seen, `now` included.
   * Throws a `RangeError` naming `now` if it is not finite; nothing has changed then.
   */
  see(now: number): number {
    finite('now', now)
    if (now > this.#latest) this.#latest = now
    return this.#latest
  }
}
