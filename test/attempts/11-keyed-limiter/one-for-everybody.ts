// contains: one-limiter-for-all
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
  #limiter: Limiter | undefined
  readonly #last = new Map<string, number>()

  constructor({ create, idleMs }: { create: (now: number) => Limiter; idleMs: number }) {
    positiveFinite('idleMs', idleMs)
    this.#create = create
    this.#idleMs = idleMs
  }

  get size(): number {
    return this.#last.size
  }

  tryAcquire(key: string, now: number): Decision {
    const time = this.#clock.see(now)
    this.#limiter ??= this.#create(time)
    for (const [oldest, last] of this.#last) {
      if (time - last < this.#idleMs) break
      this.#last.delete(oldest)
    }
    this.#last.delete(key)
    this.#last.set(key, time)
    return this.#limiter.tryAcquire(time)
  }
}

export function allOf(limiters: readonly PeekableLimiter[]): PeekableLimiter {
  const clock = new Clock()
  const peek = (now: number): Decision => todo('peek at all limiters', clock.see(now), limiters)
  return { peek, tryAcquire: (now) => todo('ask them together', clock.see(now), limiters) }
}
