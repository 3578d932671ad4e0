// misconception: All keys are looked at once each idleMs, so the cost is constant on average.
// why: The cost is, but a key that was asked for just after a sweep stays for almost two idleMs: size lags by time. ann at 0, bob at 1, cat at 2, idleMs 1000, a hundred calls at 1001: bob is gone; here he stays until the sweep at 2000.
// caught by: a forgotten key leaves size within a few calls, though nobody asks for it
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
  #sweptAt = Number.NEGATIVE_INFINITY

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
    if (time - this.#sweptAt >= this.#idleMs) this.#sweep(time)
    const known = this.#entries.get(key)
    const isLive = known !== undefined && time - known.askedAt < this.#idleMs
    const limiter = isLive ? known.limiter : this.#create(time)
    this.#entries.set(key, { limiter, askedAt: time })
    return limiter.tryAcquire(time)
  }

  #sweep(time: number): void {
    this.#sweptAt = time
    for (const [key, { askedAt }] of this.#entries) {
      if (time - askedAt >= this.#idleMs) this.#entries.delete(key)
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
