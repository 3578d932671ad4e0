// misconception: Memory is bounded by a number of keys, as in an LRU cache.
// why: A key that was asked for during idleMs is remembered, however many there are: else a flood of made-up keys gives an attacker a new limiter. 100,000 keys within idleMs: size is 100,000; here 1,000.
// caught by: 100,000 keys are remembered, and forgotten a few calls after a silence
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
    const limiter = this.#entries.get(key)?.limiter ?? this.#create(time)
    this.#entries.delete(key)
    this.#entries.set(key, { limiter, askedAt: time })
    if (this.#entries.size > 1000) {
      const oldest = this.#entries.keys().next().value
      if (oldest !== undefined) this.#entries.delete(oldest)
    }
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
