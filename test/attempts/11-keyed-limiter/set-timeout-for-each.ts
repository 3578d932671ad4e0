// contains: a-timer-a-key, never-forgets
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
  readonly #limiters = new Map<string, Limiter>()
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>()

  constructor({ create, idleMs }: { create: (now: number) => Limiter; idleMs: number }) {
    positiveFinite('idleMs', idleMs)
    this.#create = create
    this.#idleMs = idleMs
  }

  get size(): number {
    return this.#limiters.size
  }

  tryAcquire(key: string, now: number): Decision {
    const time = this.#clock.see(now)
    clearTimeout(this.#timers.get(key))
    const forget = () => {
      this.#limiters.delete(key)
      this.#timers.delete(key)
    }
    this.#timers.set(key, setTimeout(forget, this.#idleMs).unref())
    const limiter = this.#limiters.get(key) ?? this.#create(time)
    this.#limiters.set(key, limiter)
    return limiter.tryAcquire(time)
  }
}

export function allOf(limiters: readonly PeekableLimiter[]): PeekableLimiter {
  const clock = new Clock()
  const peek = (now: number): Decision => todo('peek at all limiters', clock.see(now), limiters)
  return { peek, tryAcquire: (now) => todo('ask them together', clock.see(now), limiters) }
}
