// contains: plain-object-for-the-keys, never-forgets
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
  readonly #clock = new Clock()
  readonly #limiters: Record<string, Limiter> = {}

  constructor({ create, idleMs }: { create: (now: number) => Limiter; idleMs: number }) {
    positiveFinite('idleMs', idleMs)
    this.#create = create
  }

  get size(): number {
    return Object.keys(this.#limiters).length
  }

  tryAcquire(key: string, now: number): Decision {
    const time = this.#clock.see(now)
    let limiter = this.#limiters[key]
    if (limiter === undefined) {
      limiter = this.#create(time)
      this.#limiters[key] = limiter
    }
    return limiter.tryAcquire(time)
  }
}

export function allOf(limiters: readonly PeekableLimiter[]): PeekableLimiter {
  const clock = new Clock()
  const peek = (now: number): Decision => todo('peek at all limiters', clock.see(now), limiters)
  return { peek, tryAcquire: (now) => todo('ask them together', clock.see(now), limiters) }
}
