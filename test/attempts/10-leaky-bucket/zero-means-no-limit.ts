// contains: no-queue-is-no-limit
import { Clock, type Decision, integerAtLeast, positiveFinite } from '#kit'

export interface QueuedDecision extends Decision {
  readonly delayMs: number
}

export class LeakyBucket {
  readonly #queueLimit: number
  readonly #intervalMs: number
  readonly #clock = new Clock()
  #departures: number[] = []

  constructor({ queueLimit, intervalMs }: { queueLimit: number; intervalMs: number }) {
    integerAtLeast('queueLimit', queueLimit, 0)
    positiveFinite('intervalMs', intervalMs)
    this.#queueLimit = queueLimit
    this.#intervalMs = intervalMs
  }

  tryAcquire(now: number): QueuedDecision {
    const time = this.#clock.see(now)
    const last = this.#departures.at(-1)
    const departure = last === undefined ? time : Math.max(time, last + this.#intervalMs)
    const waiting = this.#departures.filter((one) => one > time)
    if (this.#queueLimit > 0 && departure > time && waiting.length >= this.#queueLimit) {
      const wait = Math.ceil((waiting[0] as number) - time)
      return { allowed: false, remaining: 0, retryAfterMs: wait, delayMs: wait }
    }
    this.#departures = [...waiting, departure]
    const inQueue = this.#departures.filter((one) => one > time).length
    const remaining = Math.max(0, this.#queueLimit - inQueue)
    return { allowed: true, remaining, retryAfterMs: 0, delayMs: departure - time }
  }
}
