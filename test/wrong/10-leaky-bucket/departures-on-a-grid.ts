// misconception: The bucket drips at 0, intervalMs, 2·intervalMs, …
// why: An interval begins at a departure. queueLimit 1, intervalMs 64, requests at 40 and 64: the first goes at once, the second at 104, 40 ms later; here the second goes at 64, 24 ms after the first.
// caught by: an interval begins at a departure, not at a multiple of itself
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
    this.#queueLimit = queueLimit
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
    this.#last = Math.floor(departure / this.#intervalMs) * this.#intervalMs
    const remaining = this.#queueLimit - this.#waiting(time)
    return { allowed: true, remaining, retryAfterMs: 0, delayMs }
  }

  #waiting(time: number): number {
    return Math.max(0, Math.ceil((this.#last - time) / this.#intervalMs))
  }
}
