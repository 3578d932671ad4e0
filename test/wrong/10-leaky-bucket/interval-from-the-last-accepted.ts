// misconception: A request goes an interval after the last one that was accepted.
// why: The last one may still wait itself: the interval counts from its departure. queueLimit 3, intervalMs 1000, three requests at 0: the third waits 2000 ms; here 1000, so that two depart at the same ms.
// caught by: a burst goes one by one: it waits 0, 1, 2 and 3 intervals
import { Clock, type Decision, integerAtLeast, positiveFinite } from '#kit'

export interface QueuedDecision extends Decision {
  readonly delayMs: number
}

export class LeakyBucket {
  readonly #queueLimit: number
  readonly #intervalMs: number
  readonly #clock = new Clock()
  #last = Number.NEGATIVE_INFINITY
  #departures: number[] = []

  constructor({ queueLimit, intervalMs }: { queueLimit: number; intervalMs: number }) {
    integerAtLeast('queueLimit', queueLimit, 0)
    positiveFinite('intervalMs', intervalMs)
    this.#queueLimit = queueLimit
    this.#intervalMs = intervalMs
  }

  tryAcquire(now: number): QueuedDecision {
    const time = this.#clock.see(now)
    const departure = Math.max(time, this.#last + this.#intervalMs)
    const delayMs = departure - time
    if (delayMs > 0 && this.#departures.filter((one) => one > time).length >= this.#queueLimit) {
      const next = this.#departures.find((one) => one > time) ?? departure
      const retryAfterMs = Math.ceil(next - time)
      return { allowed: false, remaining: 0, retryAfterMs, delayMs }
    }
    this.#last = time
    this.#departures = [...this.#departures.filter((one) => one > time), departure]
    const remaining = this.#queueLimit - this.#departures.filter((one) => one > time).length
    return { allowed: true, remaining, retryAfterMs: 0, delayMs }
  }
}
