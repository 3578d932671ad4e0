// contains: counts-the-one-that-goes
import { Clock, type Decision, integerAtLeast, positiveFinite } from '#kit'

export interface QueuedDecision extends Decision {
  readonly delayMs: number
}

export class LeakyBucket {
  readonly #queueLimit: number
  readonly #intervalMs: number
  readonly #clock = new Clock()
  #departures: number[] = []

  constructor({ queueLimit, intervalMs }: { queueLimit: number; intervalMs: number }) {
    integerAtLeast('queueLimit', queueLimit, 0)
    positiveFinite('intervalMs', intervalMs)
    this.#queueLimit = queueLimit
    this.#intervalMs = intervalMs
  }

  tryAcquire(now: number): QueuedDecision {
    const time = this.#clock.see(now)
    // A request is in the bucket until the next one may go.
    this.#departures = this.#departures.filter((one) => one + this.#intervalMs > time)
    const [first] = this.#departures
    const last = this.#departures.at(-1)
    if (first !== undefined && this.#departures.length >= this.#queueLimit) {
      const retryAfterMs = Math.ceil(first + this.#intervalMs - time)
      return { allowed: false, remaining: 0, retryAfterMs, delayMs: 0 }
    }
    const departure = last === undefined ? time : last + this.#intervalMs
    this.#departures.push(departure)
    const remaining = Math.max(0, this.#queueLimit - this.#departures.length)
    return { allowed: true, remaining, retryAfterMs: 0, delayMs: departure - time }
  }
}
