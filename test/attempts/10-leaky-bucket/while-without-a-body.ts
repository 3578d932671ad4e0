// contains: nothing listed
import { Clock, type Decision, integerAtLeast, positiveFinite } from '#kit'

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

  tryAcquire(now: number): Decision & { readonly delayMs: number } {
    const time = this.#clock.see(now)
    while ((this.#departures[0] ?? Number.POSITIVE_INFINITY) <= time) {}
    const allowed = this.#departures.length <= this.#queueLimit
    const at = Math.max(
      time,
      (this.#departures.at(-1) ?? Number.NEGATIVE_INFINITY) + this.#intervalMs,
    )
    if (allowed) this.#departures.push(at)
    return {
      allowed,
      remaining: this.#queueLimit + 1 - this.#departures.length,
      retryAfterMs: allowed ? 0 : Math.ceil((this.#departures[0] ?? 0) - time),
      delayMs: at - time,
    }
  }
}
