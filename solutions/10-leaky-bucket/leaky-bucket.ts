import { Clock, type Decision, integerAtLeast, positiveFinite } from '#kit'

/** What a queue decides. */
export interface QueuedDecision extends Decision {
  /** How long an accepted request waits for its turn, in ms. On a denied one it means nothing. */
  readonly delayMs: number
}

/**
 * A queue that lets one request go each `intervalMs`. A request on an idle bucket goes at once; one
 * that has to wait is denied while `queueLimit` requests wait already. An accepted request waits
 * while its departure is later than `now`; time without requests saves nothing up.
 *
 * `queueLimit` is an integer ≥ 0, `intervalMs` positive and finite (`RangeError` naming it
 * otherwise). Times are finite numbers in ms (`RangeError` naming `now`); a `now` earlier than the
 * latest one seen, by a denied request too, counts as the latest one seen.
 *
 * Cost: constant per call. State: one time.
 */
export class LeakyBucket {
  readonly #queueLimit: number
  readonly #intervalMs: number
  readonly #clock = new Clock()
  /** When the last accepted request departs, or departed. */
  #last = Number.NEGATIVE_INFINITY

  constructor({ queueLimit, intervalMs }: { queueLimit: number; intervalMs: number }) {
    integerAtLeast('queueLimit', queueLimit, 0)
    positiveFinite('intervalMs', intervalMs)
    this.#queueLimit = queueLimit
    this.#intervalMs = intervalMs
  }

  /** Accepts a request at `now` and says how long it waits, or denies it. */
  tryAcquire(now: number): QueuedDecision {
    const time = this.#clock.see(now)
    const departure = Math.max(time, this.#last + this.#intervalMs)
    const delayMs = departure - time
    if (delayMs > 0 && this.#waiting(time) >= this.#queueLimit) {
      // A place is free `queueLimit` intervals before this request's own turn: then so few wait.
      const retryAfterMs = Math.ceil(delayMs - this.#queueLimit * this.#intervalMs)
      return { allowed: false, remaining: 0, retryAfterMs, delayMs }
    }
    this.#last = departure
    // The bucket is busy now: whoever comes next at this instant has to wait.
    const remaining = this.#queueLimit - this.#waiting(time)
    return { allowed: true, remaining, retryAfterMs: 0, delayMs }
  }

  /**
   * How many wait at `time`. Departures up to the last one that is past are an interval apart: a
   * request departs later than an interval after the one before only if it did not wait itself. So
   * those that wait depart at `#last`, `#last − intervalMs`, … while that is later than `time`, and
   * no list of them is needed.
   */
  #waiting(time: number): number {
    return Math.max(0, Math.ceil((this.#last - time) / this.#intervalMs))
  }
}
