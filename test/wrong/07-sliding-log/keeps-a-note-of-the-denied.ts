// misconception: The log has every request of the window and a mark on the allowed ones.
// why: The answers are right, but what is kept grows with what a client asks, not with what it may: limit 10, 100,000 requests in one window keep some MB; right is the ten allowed ones.
// caught by: 100,000 denied requests leave nothing behind
import { Clock, type Decision, integerAtLeast, positiveFinite } from '#kit'

export class SlidingLog {
  readonly #limit: number
  readonly #windowMs: number
  readonly #clock = new Clock()
  #log: { readonly at: number; readonly allowed: boolean }[] = []
  #head = 0
  #allowed = 0

  constructor({ limit, windowMs }: { readonly limit: number; readonly windowMs: number }) {
    integerAtLeast('limit', limit, 1)
    positiveFinite('windowMs', windowMs)
    this.#limit = limit
    this.#windowMs = windowMs
  }

  tryAcquire(now: number): Decision {
    const time = this.#clock.see(now)
    this.#expire(time)
    const allowed = this.#allowed < this.#limit
    if (allowed) this.#allowed++
    this.#log.push({ at: time, allowed })
    const remaining = this.#limit - this.#allowed
    if (allowed) return { allowed, remaining, retryAfterMs: 0 }
    while (this.#log[this.#head]?.allowed === false) this.#head++
    const age = time - (this.#log[this.#head]?.at ?? time)
    return { allowed, remaining, retryAfterMs: Math.ceil(this.#windowMs - age) }
  }

  #expire(time: number): void {
    for (let first = this.#log[this.#head]; first; first = this.#log[this.#head]) {
      if (time - first.at < this.#windowMs) break
      if (first.allowed) this.#allowed--
      this.#head++
    }
    if (this.#head * 2 > this.#log.length) {
      this.#log = this.#log.slice(this.#head)
      this.#head = 0
    }
  }
}
