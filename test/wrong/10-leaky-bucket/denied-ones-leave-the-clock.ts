// misconception: A request that was denied has not happened, so its time need not be kept.
// why: Denied is free, but it is seen. queueLimit 1, intervalMs 64, requests at 1000 (two), 1032 (denied), then 1000: that counts as 1032, so retryAfterMs is 32; here 64.
// caught by: an earlier now counts as the latest one seen
import { type Decision, finite, integerAtLeast, positiveFinite } from '#kit'

export interface QueuedDecision extends Decision {
  readonly delayMs: number
}

export class LeakyBucket {
  readonly #queueLimit: number
  readonly #intervalMs: number
  #last = Number.NEGATIVE_INFINITY
  #latest = Number.NEGATIVE_INFINITY

  constructor({ queueLimit, intervalMs }: { queueLimit: number; intervalMs: number }) {
    integerAtLeast('queueLimit', queueLimit, 0)
    positiveFinite('intervalMs', intervalMs)
    this.#queueLimit = queueLimit
    this.#intervalMs = intervalMs
  }

  tryAcquire(now: number): QueuedDecision {
    finite('now', now)
    const time = Math.max(this.#latest, now)
    const departure = Math.max(time, this.#last + this.#intervalMs)
    const delayMs = departure - time
    if (delayMs > 0 && this.#waiting(time) >= this.#queueLimit) {
      const retryAfterMs = Math.ceil(delayMs - this.#queueLimit * this.#intervalMs)
      return { allowed: false, remaining: 0, retryAfterMs, delayMs }
    }
    this.#last = departure
    this.#latest = time
    const remaining = this.#queueLimit - this.#waiting(time)
    return { allowed: true, remaining, retryAfterMs: 0, delayMs }
  }

  #waiting(time: number): number {
    return Math.max(0, Math.ceil((this.#last - time) / this.#intervalMs))
  }
}
