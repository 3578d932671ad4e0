// contains: scans-all-keys-per-call, keeps-exactly-idle-ms
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
    this.#byKey.forEach((entry, other) => {
      if (time - entry.last > this.#idleMs) this.#byKey.delete(other)
    })
    let entry = this.#byKey.get(key)
    if (!entry) {
      entry = { limiter: this.#create(time), last: time }
      this.#byKey.set(key, entry)
    }
    entry.last = time
    return entry.limiter.tryAcquire(time)
  }
}

export function allOf(limiters: readonly PeekableLimiter[]): PeekableLimiter {
  const clock = new Clock()
  const peek = (now: number): Decision => todo('peek at all limiters', clock.see(now), limiters)
  return { peek, tryAcquire: (now) => todo('ask them together', clock.see(now), limiters) }
}
