// contains: lets-a-burst-out-at-once
import { Clock, type Decision, integerAtLeast, positiveFinite } from '#kit'

export interface QueuedDecision extends Decision {
  readonly delayMs: number
}

export class LeakyBucket {
  readonly #queueLimit: number
  readonly #intervalMs: number
  readonly #clock = new Clock()
  #fullAgainAt = Number.NEGATIVE_INFINITY

  constructor({ queueLimit, intervalMs }: { queueLimit: number; intervalMs: number }) {
    integerAtLeast('queueLimit', queueLimit, 0)
    positiveFinite('intervalMs', intervalMs)
    this.#queueLimit = queueLimit
    this.#intervalMs = intervalMs
  }

  tryAcquire(now: number): QueuedDecision {
    const time = this.#clock.see(now)
    const tat = Math.max(this.#fullAgainAt, time)
    const tooEarly = tat - time - this.#queueLimit * this.#intervalMs
    if (tooEarly > 0) {
      return { allowed: false, remaining: 0, retryAfterMs: Math.ceil(tooEarly), delayMs: 0 }
    }
    this.#fullAgainAt = tat + this.#intervalMs
    const used = Math.ceil((this.#fullAgainAt - time) / this.#intervalMs) - 1
    return { allowed: true, remaining: this.#queueLimit - used, retryAfterMs: 0, delayMs: 0 }
  }
}
