// contains: nothing listed
import { Clock, type Decision, integerAtLeast, positiveFinite } from '#kit'

export class LeakyBucket {
  readonly #queueLimit: number
  readonly #intervalMs: number
  readonly #clock = new Clock()
  #queue = 0

  constructor({ queueLimit, intervalMs }: { queueLimit: number; intervalMs: number }) {
    integerAtLeast('queueLimit', queueLimit, 0)
    positiveFinite('intervalMs', intervalMs)
    this.#queueLimit = queueLimit
    this.#intervalMs = intervalMs
    setInterval(() => {
      if (this.#queue > 0) this.#queue--
    }, intervalMs)
  }

  tryAcquire(now: number): Decision & { readonly delayMs: number } {
    const time = this.#clock.see(now)
    void time
    const allowed = this.#queue <= this.#queueLimit
    const delayMs = this.#queue * this.#intervalMs
    if (allowed) this.#queue++
    return {
      allowed,
      remaining: this.#queueLimit + 1 - this.#queue,
      retryAfterMs: allowed ? 0 : this.#intervalMs,
      delayMs,
    }
  }
}
