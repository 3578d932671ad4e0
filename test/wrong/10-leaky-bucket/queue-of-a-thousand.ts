// misconception: No queue is longer than a thousand.
// why: queueLimit says how long it may be. queueLimit 5,000: with the first request 5,000 places are free; here 1,000.
// caught by: remaining counts the free places in the queue
import { Clock, type Decision, integerAtLeast, positiveFinite } from '#kit'

export interface QueuedDecision extends Decision {
  readonly delayMs: number
}

export class LeakyBucket {
  readonly #queueLimit: number
  readonly #intervalMs: number
  readonly #clock = new Clock()
  #last = Number.NEGATIVE_INFINITY

  constructor({ queueLimit, intervalMs }: { queueLimit: number; intervalMs: number }) {
    integerAtLeast('queueLimit', queueLimit, 0)
    positiveFinite('intervalMs', intervalMs)
    this.#queueLimit = Math.min(queueLimit, 1000)
    this.#intervalMs = intervalMs
  }

  tryAcquire(now: number): QueuedDecision {
    const time = this.#clock.see(now)
    const departure = Math.max(time, this.#last + this.#intervalMs)
    const delayMs = departure - time
    if (delayMs > 0 && this.#waiting(time) >= this.#queueLimit) {
      const retryAfterMs = Math.ceil(delayMs - this.#queueLimit * this.#intervalMs)
      return { allowed: false, remaining: 0, retryAfterMs, delayMs }
    }
    this.#last = departure
    const remaining = this.#queueLimit - this.#waiting(time)
    return { allowed: true, remaining, retryAfterMs: 0, delayMs }
  }

  #waiting(time: number): number {
    return Math.max(0, Math.ceil((this.#last - time) / this.#intervalMs))
  }
}
