// misconception: Only a full log needs room, so what is out goes then.
// why: A log that never fills up never frees: limit 10, a request each ms and a window of 5 keep all 100,000, which is 800 kB, where 64 kB are the most.
// caught by: 100,000 requests that never fill the window leave nothing behind
import { Clock, type Decision, integerAtLeast, positiveFinite } from '#kit'

export class SlidingLog {
  readonly #limit: number
  readonly #windowMs: number
  readonly #clock = new Clock()
  #times: number[] = []
  #head = 0

  constructor({ limit, windowMs }: { readonly limit: number; readonly windowMs: number }) {
    integerAtLeast('limit', limit, 1)
    positiveFinite('windowMs', windowMs)
    this.#limit = limit
    this.#windowMs = windowMs
  }

  tryAcquire(now: number): Decision {
    const time = this.#clock.see(now)
    this.#expire(time)
    const inWindow = this.#times.length - this.#head
    if (inWindow + 1 >= this.#limit) {
      this.#times = this.#times.slice(this.#head)
      this.#head = 0
    }
    if (inWindow < this.#limit) {
      this.#times.push(time)
      return { allowed: true, remaining: this.#limit - inWindow - 1, retryAfterMs: 0 }
    }
    const age = time - (this.#times[this.#head] as number)
    return { allowed: false, remaining: 0, retryAfterMs: Math.ceil(this.#windowMs - age) }
  }

  #expire(time: number): void {
    const edge = time - this.#windowMs
    while (this.#head < this.#times.length && (this.#times[this.#head] as number) <= edge) {
      this.#head++
    }
  }
}
