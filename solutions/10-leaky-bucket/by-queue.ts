import { Clock, type Decision, integerAtLeast, positiveFinite } from '#kit'

/** What a queue decides. */
export interface QueuedDecision extends Decision {
  /** How long an accepted request waits for its turn, in ms. On a denied one it means nothing. */
  readonly delayMs: number
}

/**
 * The leaky bucket with the queue itself. Its contract is the leaky bucket's; it answers the same.
 *
 * It trades memory, one number for each request that waits, and a look at each of them in every call,
 * for departures that one can look at: a server that holds the requests back needs them anyway.
 */
export class LeakyBucket {
  readonly #queueLimit: number
  readonly #intervalMs: number
  readonly #clock = new Clock()
  /** Departures of accepted requests, in order; of those that are past the last one is needed alone. */
  #departures: number[] = []

  constructor({ queueLimit, intervalMs }: { queueLimit: number; intervalMs: number }) {
    integerAtLeast('queueLimit', queueLimit, 0)
    positiveFinite('intervalMs', intervalMs)
    this.#queueLimit = queueLimit
    this.#intervalMs = intervalMs
  }

  /** Accepts a request at `now` and says how long it waits, or denies it. */
  tryAcquire(now: number): QueuedDecision {
    const time = this.#clock.see(now)
    const waiting = this.#departures.filter((departure) => departure > time)
    const last = this.#departures.at(-1) ?? Number.NEGATIVE_INFINITY
    const departure = Math.max(time, last + this.#intervalMs)
    const delayMs = departure - time
    if (delayMs > 0 && waiting.length >= this.#queueLimit) {
      // With no queue at all it is its own turn that a request comes back for.
      const turn = this.#queueLimit === 0 ? departure : (waiting[0] as number)
      return { allowed: false, remaining: 0, retryAfterMs: Math.ceil(turn - time), delayMs }
    }
    this.#departures = [...waiting, departure]
    const inQueue = waiting.length + (delayMs > 0 ? 1 : 0)
    return { allowed: true, remaining: this.#queueLimit - inQueue, retryAfterMs: 0, delayMs }
  }
}
