// misconception: Each accepted request takes a place, and queueLimit places there are.
// why: A place is free again when its request departs. queueLimit 1, intervalMs 64, two requests at 0, one at 64: it is accepted; here the one that departed at 64 still counts, and nobody ever waits again.
// caught by: a place is free when the first in the queue departs, not a ms earlier
import { Clock, type Decision, integerAtLeast, positiveFinite } from '#kit'

export interface QueuedDecision extends Decision {
  readonly delayMs: number
}

export class LeakyBucket {
  readonly #queueLimit: number
  readonly #intervalMs: number
  readonly #clock = new Clock()
  #last = Number.NEGATIVE_INFINITY
  #waiting = 0

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
    if (delayMs > 0 && this.#waiting >= this.#queueLimit) {
      return { allowed: false, remaining: 0, retryAfterMs: Math.ceil(delayMs), delayMs }
    }
    this.#last = departure
    if (delayMs > 0) this.#waiting++
    return { allowed: true, remaining: this.#queueLimit - this.#waiting, retryAfterMs: 0, delayMs }
  }
}
