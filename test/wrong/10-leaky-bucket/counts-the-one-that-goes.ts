// misconception: queueLimit requests may be in the bucket.
// why: The one that goes at once does not wait, so it takes no place in the queue. queueLimit 2, three requests at 0: all are accepted; here the third is denied. With queueLimit 0 nothing would ever pass.
// caught by: a request is denied when it would have to wait and queueLimit wait already
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
    const limit = Math.max(1, this.#queueLimit)
    const inside = Math.max(0, Math.ceil(delayMs / this.#intervalMs))
    if (inside >= limit) {
      const retryAfterMs = Math.ceil(delayMs - (limit - 1) * this.#intervalMs)
      return { allowed: false, remaining: 0, retryAfterMs, delayMs }
    }
    this.#last = departure
    return { allowed: true, remaining: limit - inside - 1, retryAfterMs: 0, delayMs }
  }
}
