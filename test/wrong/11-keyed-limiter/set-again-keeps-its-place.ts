// misconception: A Map is in the order of its latest writes.
// why: A key that is set again keeps its old place. idleMs 1000, the keys 9, bob, 8 at 0, 1 and 2, then 9 at 500: at 1001 bob is gone; here 9 stands in front, still young, and ends the search, so that bob stays as long as 9 is asked for.
// caught by: a key that is asked for again does not hold up those that are not
import { Clock, type Decision, type Limiter, type PeekableLimiter, positiveFinite } from '#kit'

interface Entry {
  readonly limiter: Limiter
  readonly askedAt: number
}

export class KeyedLimiter {
  readonly #create: (now: number) => Limiter
  readonly #idleMs: number
  readonly #clock = new Clock()
  readonly #entries = new Map<string, Entry>()

  constructor({ create, idleMs }: { create: (now: number) => Limiter; idleMs: number }) {
    positiveFinite('idleMs', idleMs)
    this.#create = create
    this.#idleMs = idleMs
  }

  get size(): number {
    return this.#entries.size
  }

  tryAcquire(key: string, now: number): Decision {
    const time = this.#clock.see(now)
    this.#forget(time)
    const known = this.#entries.get(key)
    const isLive = known !== undefined && time - known.askedAt < this.#idleMs
    const limiter = isLive ? known.limiter : this.#create(time)
    this.#entries.set(key, { limiter, askedAt: time })
    return limiter.tryAcquire(time)
  }

  #forget(time: number): void {
    for (const [key, { askedAt }] of this.#entries) {
      if (time - askedAt < this.#idleMs) return
      this.#entries.delete(key)
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
