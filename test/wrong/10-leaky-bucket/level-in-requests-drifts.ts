// misconception: The level falls by elapsed / intervalMs requests.
// why: Thirds and tenths add up to a little more or less than they should. queueLimit 0, intervalMs 7, asked each ms: the next is due at 7; here seven times 1/7 is not 1, and it is let in a ms late.
// caught by: stretch: who asks each ms is let in just when it was promised, whatever the interval
import { Clock, type Decision, integerAtLeast, positiveFinite } from '#kit'

export interface QueuedDecision extends Decision {
  readonly delayMs: number
}

export class LeakyBucket {
  readonly #queueLimit: number
  readonly #intervalMs: number
  readonly #clock = new Clock()
  #level = 0
  #at = Number.NEGATIVE_INFINITY

  constructor({ queueLimit, intervalMs }: { queueLimit: number; intervalMs: number }) {
    integerAtLeast('queueLimit', queueLimit, 0)
    positiveFinite('intervalMs', intervalMs)
    this.#queueLimit = queueLimit
    this.#intervalMs = intervalMs
  }

  tryAcquire(now: number): QueuedDecision {
    const time = this.#clock.see(now)
    this.#level = Math.max(0, this.#level - (time - this.#at) / this.#intervalMs)
    this.#at = time
    if (this.#level > this.#queueLimit) {
      const retryAfterMs = Math.ceil((this.#level - this.#queueLimit) * this.#intervalMs)
      return { allowed: false, remaining: 0, retryAfterMs, delayMs: 0 }
    }
    const delayMs = this.#level * this.#intervalMs
    this.#level++
    const remaining = Math.floor(this.#queueLimit + 1 - this.#level)
    return { allowed: true, remaining, retryAfterMs: 0, delayMs }
  }
}
