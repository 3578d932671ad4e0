// misconception: Each call lets out as many as there were intervals since the call before.
// why: The rest of the interval is lost with each call. queueLimit 1, intervalMs 64, two requests at 0, then one each ms: at 64 a place is free; here no two calls are an interval apart, and nothing ever leaks.
// caught by: a bucket that is asked each ms leaks all the same
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
    this.#level = Math.max(0, this.#level - Math.floor((time - this.#at) / this.#intervalMs))
    this.#at = time
    if (this.#level > this.#queueLimit) {
      const retryAfterMs = Math.ceil((this.#level - this.#queueLimit) * this.#intervalMs)
      return { allowed: false, remaining: 0, retryAfterMs, delayMs: 0 }
    }
    const delayMs = this.#level * this.#intervalMs
    this.#level++
    return {
      allowed: true,
      remaining: this.#queueLimit + 1 - this.#level,
      retryAfterMs: 0,
      delayMs,
    }
  }
}
