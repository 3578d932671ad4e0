// contains: forgets-by-the-first-request, forgets-only-who-comes-back
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
  readonly #byKey = new Map<string, { limiter: Limiter; born: number }>()

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
    const found = this.#byKey.get(key)
    if (found && time - found.born < this.#idleMs) return found.limiter.tryAcquire(time)
    const limiter = this.#create(time)
    this.#byKey.set(key, { limiter, born: time })
    return limiter.tryAcquire(time)
  }
}

export function allOf(limiters: readonly PeekableLimiter[]): PeekableLimiter {
  const clock = new Clock()
  const peek = (now: number): Decision => todo('peek at all limiters', clock.see(now), limiters)
  return { peek, tryAcquire: (now) => todo('ask them together', clock.see(now), limiters) }
}
