// contains: leaks-by-whole-intervals
import { Clock, type Decision, integerAtLeast, positiveFinite } from '#kit'

export interface QueuedDecision extends Decision {
  readonly delayMs: number
}

export class LeakyBucket {
  readonly #queueLimit: number
  readonly #intervalMs: number
  readonly #clock = new Clock()
  #waiting = 0
  #seen = Number.NEGATIVE_INFINITY

  constructor({ queueLimit, intervalMs }: { queueLimit: number; intervalMs: number }) {
    integerAtLeast('queueLimit', queueLimit, 0)
    positiveFinite('intervalMs', intervalMs)
    this.#queueLimit = queueLimit
    this.#intervalMs = intervalMs
  }

  tryAcquire(now: number): QueuedDecision {
    const time = this.#clock.see(now)
    const gone = Math.floor((time - this.#seen) / this.#intervalMs)
    this.#seen = time
    this.#waiting = gone >= this.#waiting ? 0 : this.#waiting - gone
    const delayMs = this.#waiting * this.#intervalMs
    if (this.#waiting > this.#queueLimit) {
      return { allowed: false, remaining: 0, retryAfterMs: this.#intervalMs, delayMs }
    }
    this.#waiting += 1
    const remaining = this.#queueLimit - this.#waiting + 1
    return { allowed: true, remaining, retryAfterMs: 0, delayMs }
  }
}
