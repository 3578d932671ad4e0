// misconception: An object is a map from strings.
// why: An object has names of its own: "constructor" finds a function, which is no limiter, and "__proto__" sets the prototype. Both are keys like any other; here tryAcquire throws.
// caught by: any string is a key, "__proto__" and the empty one too
import { Clock, type Decision, type Limiter, type PeekableLimiter, positiveFinite } from '#kit'

interface Entry {
  readonly limiter: Limiter
  readonly askedAt: number
}

export class KeyedLimiter {
  readonly #create: (now: number) => Limiter
  readonly #idleMs: number
  readonly #clock = new Clock()
  readonly #entries: Record<string, Entry> = {}
  readonly #order = new Set<string>()

  constructor({ create, idleMs }: { create: (now: number) => Limiter; idleMs: number }) {
    positiveFinite('idleMs', idleMs)
    this.#create = create
    this.#idleMs = idleMs
  }

  get size(): number {
    return this.#order.size
  }

  tryAcquire(key: string, now: number): Decision {
    const time = this.#clock.see(now)
    this.#forget(time)
    const known = this.#entries[key]
    const limiter = known ? known.limiter : this.#create(time)
    this.#entries[key] = { limiter, askedAt: time }
    this.#order.delete(key)
    this.#order.add(key)
    return limiter.tryAcquire(time)
  }

  #forget(time: number): void {
    for (const key of this.#order) {
      if (time - (this.#entries[key] as Entry).askedAt < this.#idleMs) return
      this.#order.delete(key)
      delete this.#entries[key]
    }
  }
}

export function allOf(limiters: readonly PeekableLimiter[]): PeekableLimiter {
  const clock = new Clock()
  const peek = (now: number): Decision => {
    const time = clock.see(now)
    return together(limiters.map((limiter) => limiter.peek(time)))
  }
  const tryAcquire = (now: number): Decision => {
    const decision = peek(now)
    if (!decision.allowed) return decision
    const time = clock.see(now)
    return together(limiters.map((limiter) => limiter.tryAcquire(time)))
  }
  return { peek, tryAcquire }
}

function together(decisions: readonly Decision[]): Decision {
  return {
    allowed: decisions.every(({ allowed }) => allowed),
    remaining: Math.min(...decisions.map(({ remaining }) => remaining)),
    retryAfterMs: Math.max(...decisions.map(({ retryAfterMs }) => retryAfterMs)),
  }
}
