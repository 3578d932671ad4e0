// contains: hands-on-the-raw-now
import {
  Clock,
  type Decision,
  type Limiter,
  type PeekableLimiter,
  positiveFinite,
  todo,
} from '#kit'

export class KeyedLimiter {
  readonly #create: (now: number) => Limiter
  readonly #idleMs: number
  readonly #clock = new Clock()
  readonly #byKey = new Map<string, { limiter: Limiter; last: number }>()

  constructor({ create, idleMs }: { create: (now: number) => Limiter; idleMs: number }) {
    positiveFinite('idleMs', idleMs)
    this.#create = create
    this.#idleMs = idleMs
  }

  get size(): number {
    return this.#byKey.size
  }

  tryAcquire(key: string, now: number): Decision {
    const time = this.#clock.see(now)
    while (this.#byKey.size > 0) {
      const [oldest] = this.#byKey.keys()
      const last = this.#byKey.get(oldest as string)?.last ?? time
      if (time - last < this.#idleMs) break
      this.#byKey.delete(oldest as string)
    }
    const limiter = this.#byKey.get(key)?.limiter ?? this.#create(now)
    this.#byKey.delete(key)
    this.#byKey.set(key, { limiter, last: time })
    return limiter.tryAcquire(now)
  }
}

export function allOf(limiters: readonly PeekableLimiter[]): PeekableLimiter {
  const clock = new Clock()
  const peek = (now: number): Decision => todo('peek at all limiters', clock.see(now), limiters)
  return { peek, tryAcquire: (now) => todo('ask them together', clock.see(now), limiters) }
}
