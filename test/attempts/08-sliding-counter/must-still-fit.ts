// contains: counts-itself-before-it-compares, frames-from-the-first-request
import { Clock, type Decision, integerAtLeast, positiveFinite } from '#kit'

export class SlidingCounter {
  readonly #limit: number
  readonly #windowMs: number
  readonly #clock = new Clock()
  #start: number | undefined
  #prev = 0
  #cur = 0

  constructor({ limit, windowMs }: { limit: number; windowMs: number }) {
    integerAtLeast('limit', limit, 1)
    positiveFinite('windowMs', windowMs)
    this.#limit = limit
    this.#windowMs = windowMs
  }

  tryAcquire(now: number): Decision {
    const time = this.#clock.see(now)
    this.#start ??= time
    const passed = Math.floor((time - this.#start) / this.#windowMs)
    if (passed > 0) {
      this.#prev = passed === 1 ? this.#cur : 0
      this.#cur = 0
      this.#start += passed * this.#windowMs
    }
    const left = this.#windowMs - (time - this.#start)
    const estimate = this.#cur + (this.#prev * left) / this.#windowMs
    if (estimate + 1 > this.#limit) {
      const tooMuch = estimate + 1 - this.#limit
      const wait = this.#cur + 1 > this.#limit ? left : (tooMuch * this.#windowMs) / this.#prev
      return { allowed: false, remaining: 0, retryAfterMs: Math.floor(wait) + 1 }
    }
    this.#cur++
    const remaining = Math.floor(this.#limit - estimate) - 1
    return { allowed: true, remaining, retryAfterMs: 0 }
  }
}
