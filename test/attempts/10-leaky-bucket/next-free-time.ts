// contains: denied-one-takes-a-turn, retry-after-its-own-turn
import { Clock, type Decision, integerAtLeast, positiveFinite } from '#kit'

export interface QueuedDecision extends Decision {
  readonly delayMs: number
}

export class LeakyBucket {
  readonly #queueLimit: number
  readonly #intervalMs: number
  readonly #clock = new Clock()
  #nextFree = Number.NEGATIVE_INFINITY

  constructor({ queueLimit, intervalMs }: { queueLimit: number; intervalMs: number }) {
    integerAtLeast('queueLimit', queueLimit, 0)
    positiveFinite('intervalMs', intervalMs)
    this.#queueLimit = queueLimit
    this.#intervalMs = intervalMs
  }

  tryAcquire(now: number): QueuedDecision {
    const time = this.#clock.see(now)
    const start = Math.max(time, this.#nextFree)
    const delayMs = start - time
    this.#nextFree = start + this.#intervalMs
    const ahead = Math.ceil(delayMs / this.#intervalMs)
    if (ahead > this.#queueLimit) {
      return { allowed: false, remaining: 0, retryAfterMs: Math.ceil(delayMs), delayMs }
    }
    return { allowed: true, remaining: this.#queueLimit - ahead, retryAfterMs: 0, delayMs }
  }
}
