// misconception: now is taken as it comes, whether it is earlier than the one before or not.
// why: A clock that was set back by two days would make everyone wait for two days: an earlier now counts as the latest one seen. queueLimit 1, intervalMs 64, requests at 1000 and 900: the second waits 64 ms; here 164.
// caught by: an earlier now counts as the latest one seen
import { type Decision, finite, integerAtLeast, positiveFinite } from '#kit'

export interface QueuedDecision extends Decision {
  readonly delayMs: number
}

export class LeakyBucket {
  readonly #queueLimit: number
  readonly #intervalMs: number
  #last = Number.NEGATIVE_INFINITY

  constructor({ queueLimit, intervalMs }: { queueLimit: number; intervalMs: number }) {
    integerAtLeast('queueLimit', queueLimit, 0)
    positiveFinite('intervalMs', intervalMs)
    this.#queueLimit = queueLimit
    this.#intervalMs = intervalMs
  }

  tryAcquire(now: number): QueuedDecision {
    finite('now', now)
    const time = now
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
