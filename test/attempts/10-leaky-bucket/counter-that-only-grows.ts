// contains: queue-never-gets-shorter, first-one-waits-an-interval
import { Clock, type Decision, integerAtLeast, positiveFinite } from '#kit'

export interface QueuedDecision extends Decision {
  readonly delayMs: number
}

export class LeakyBucket {
  readonly #queueLimit: number
  readonly #intervalMs: number
  readonly #clock = new Clock()
  #queued = 0
  #lastDeparture = Number.NEGATIVE_INFINITY

  constructor({ queueLimit, intervalMs }: { queueLimit: number; intervalMs: number }) {
    integerAtLeast('queueLimit', queueLimit, 0)
    positiveFinite('intervalMs', intervalMs)
    this.#queueLimit = queueLimit
    this.#intervalMs = intervalMs
  }

  tryAcquire(now: number): QueuedDecision {
    const time = this.#clock.see(now)
    const next = this.#lastDeparture + this.#intervalMs
    const idle = next <= time
    if (!idle && this.#queued === this.#queueLimit) {
      return {
        allowed: false,
        remaining: 0,
        retryAfterMs: Math.ceil(next - time),
        delayMs: next - time,
      }
    }
    this.#lastDeparture = idle ? time : next
    if (!idle) this.#queued += 1
    return {
      allowed: true,
      remaining: this.#queueLimit - this.#queued,
      retryAfterMs: 0,
      delayMs: this.#lastDeparture - time + this.#intervalMs,
    }
  }
}
