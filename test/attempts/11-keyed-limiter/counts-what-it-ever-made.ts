// contains: nothing listed
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
  #made = 0

  constructor({ create, idleMs }: { create: (now: number) => Limiter; idleMs: number }) {
    positiveFinite('idleMs', idleMs)
    this.#create = create
    this.#idleMs = idleMs
  }

  get size(): number {
    return this.#made
  }

  tryAcquire(key: string, now: number): Decision {
    const time = this.#clock.see(now)
    for (const [oldest, { last }] of this.#byKey) {
      if (time - last < this.#idleMs) break
      this.#byKey.delete(oldest)
    }
    const known = this.#byKey.get(key)
    if (!known) this.#made++
    const limiter = known?.limiter ?? this.#create(time)
    this.#byKey.delete(key)
    this.#byKey.set(key, { limiter, last: time })
    return limiter.tryAcquire(time)
  }
}

export function allOf(limiters: readonly PeekableLimiter[]): PeekableLimiter {
  const clock = new Clock()
  const peek = (now: number): Decision => todo('peek at all limiters', clock.see(now), limiters)
  return { peek, tryAcquire: (now) => todo('ask them together', clock.see(now), limiters) }
}
