// contains: nothing listed
import { Clock, type Decision, integerAtLeast, positiveFinite } from '#kit'

export interface QueuedDecision extends Decision {
  readonly delayMs: number
}

export class LeakyBucket {
  readonly #queueLimit: number
  readonly #intervalMs: number
  readonly #clock = new Clock()
  readonly #queue: number[] = []

  constructor({ queueLimit, intervalMs }: { queueLimit: number; intervalMs: number }) {
    integerAtLeast('queueLimit', queueLimit, 0)
    positiveFinite('intervalMs', intervalMs)
    this.#queueLimit = queueLimit
    this.#intervalMs = intervalMs
  }

  tryAcquire(now: number): QueuedDecision {
    const time = this.#clock.see(now)
    while (this.#queue.length > 0 && (this.#queue[0] as number) <= time) this.#queue.shift()
    const tail = this.#queue.at(-1)
    const departure = tail === undefined ? time : tail + this.#intervalMs
    if (departure > time && this.#queue.length >= this.#queueLimit) {
      const wait = Math.ceil((this.#queue[0] ?? departure) - time)
      return { allowed: false, remaining: 0, retryAfterMs: wait, delayMs: 0 }
    }
    this.#queue.push(departure)
    return {
      allowed: true,
      remaining: this.#queueLimit - this.#queue.filter((one) => one > time).length,
      retryAfterMs: 0,
      delayMs: departure - time,
    }
  }
}
