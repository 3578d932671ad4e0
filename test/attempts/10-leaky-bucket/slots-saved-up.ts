// contains: idle-time-is-credit, lets-a-burst-out-at-once
import { Clock, type Decision, integerAtLeast, positiveFinite } from '#kit'

export interface QueuedDecision extends Decision {
  readonly delayMs: number
}

export class LeakyBucket {
  readonly #queueLimit: number
  readonly #intervalMs: number
  readonly #clock = new Clock()
  #slot: number | undefined

  constructor({ queueLimit, intervalMs }: { queueLimit: number; intervalMs: number }) {
    integerAtLeast('queueLimit', queueLimit, 0)
    positiveFinite('intervalMs', intervalMs)
    this.#queueLimit = queueLimit
    this.#intervalMs = intervalMs
  }

  tryAcquire(now: number): QueuedDecision {
    const time = this.#clock.see(now)
    this.#slot ??= time
    const wait = this.#slot - time
    const waiting = Math.max(0, Math.ceil(wait / this.#intervalMs))
    if (wait > 0 && waiting > this.#queueLimit) {
      const retryAfterMs = Math.ceil(wait - this.#queueLimit * this.#intervalMs)
      return { allowed: false, remaining: 0, retryAfterMs, delayMs: 0 }
    }
    this.#slot += this.#intervalMs
    return { allowed: true, remaining: this.#queueLimit - waiting, retryAfterMs: 0, delayMs: 0 }
  }
}
