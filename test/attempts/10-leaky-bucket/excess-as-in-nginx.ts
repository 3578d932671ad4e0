// contains: level-in-requests-drifts, retry-after-its-own-turn
import { Clock, type Decision, integerAtLeast, positiveFinite } from '#kit'

export interface QueuedDecision extends Decision {
  readonly delayMs: number
}

export class LeakyBucket {
  readonly #queueLimit: number
  readonly #intervalMs: number
  readonly #clock = new Clock()
  #excess = 0
  #last = 0

  constructor({ queueLimit, intervalMs }: { queueLimit: number; intervalMs: number }) {
    integerAtLeast('queueLimit', queueLimit, 0)
    positiveFinite('intervalMs', intervalMs)
    this.#queueLimit = queueLimit
    this.#intervalMs = intervalMs
  }

  tryAcquire(now: number): QueuedDecision {
    const time = this.#clock.see(now)
    const leaked = (time - this.#last) / this.#intervalMs
    this.#excess = Math.max(0, this.#excess - leaked)
    this.#last = time
    const delayMs = this.#excess * this.#intervalMs
    if (this.#excess > this.#queueLimit) {
      return { allowed: false, remaining: 0, retryAfterMs: Math.ceil(delayMs), delayMs }
    }
    this.#excess += 1
    const remaining = Math.floor(this.#queueLimit + 1 - this.#excess)
    return { allowed: true, remaining, retryAfterMs: 0, delayMs }
  }
}
