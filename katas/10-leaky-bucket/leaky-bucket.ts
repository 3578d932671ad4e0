import { Clock, type Decision, integerAtLeast, positiveFinite, todo } from '#kit'

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
 */
export class LeakyBucket {
  readonly #queueLimit: number
  readonly #intervalMs: number
  readonly #clock = new Clock()

  constructor({ queueLimit, intervalMs }: { queueLimit: number; intervalMs: number }) {
    integerAtLeast('queueLimit', queueLimit, 0)
    positiveFinite('intervalMs', intervalMs)
    this.#queueLimit = queueLimit
    this.#intervalMs = intervalMs
  }

  /** Accepts a request at `now` and says how long it waits, or denies it. */
  tryAcquire(now: number): QueuedDecision {
    const time = this.#clock.see(now)
    return todo('accept or deny a request', time, this.#queueLimit, this.#intervalMs)
  }
}
