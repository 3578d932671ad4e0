// contains: keeps-a-count-of-every-frame
import { Clock, type Decision, integerAtLeast, positiveFinite } from '#kit'

export class SlidingCounter {
  readonly #limit: number
  readonly #windowMs: number
  readonly #clock = new Clock()
  readonly #counts: Record<string, number> = {}

  constructor({ limit, windowMs }: { limit: number; windowMs: number }) {
    integerAtLeast('limit', limit, 1)
    positiveFinite('windowMs', windowMs)
    this.#limit = limit
    this.#windowMs = windowMs
  }

  #count(frame: number): number {
    return this.#counts[`frame ${frame}`] ?? 0
  }

  tryAcquire(now: number): Decision {
    const time = this.#clock.see(now)
    const w = this.#windowMs
    const n = Math.floor(time / w)
    const left = w - (time - n * w)
    const [prev, cur] = [this.#count(n - 1), this.#count(n)]
    const room = this.#limit * w - cur * w - prev * left
    if (room > 0) {
      this.#counts[`frame ${n}`] = cur + 1
      return { allowed: true, remaining: Math.ceil(room / w) - 1, retryAfterMs: 0 }
    }
    const wait = cur < this.#limit ? -room / prev : left
    return { allowed: false, remaining: 0, retryAfterMs: Math.floor(wait) + 1 }
  }
}
