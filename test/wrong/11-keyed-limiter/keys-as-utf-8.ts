// misconception: Bytes of UTF-8 tell all strings apart.
// why: A surrogate that stands alone has no bytes of its own: each becomes U+FFFD. "\ud83d", "\ud83e" and "\ufffd" are three keys; here one, so that the second has 0 remaining, not 1.
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
  readonly #entries = new Map<string, Entry>()

  constructor({ create, idleMs }: { create: (now: number) => Limiter; idleMs: number }) {
    positiveFinite('idleMs', idleMs)
    this.#create = create
    this.#idleMs = idleMs
  }

  get size(): number {
    return this.#entries.size
  }

  tryAcquire(name: string, now: number): Decision {
    const key = new TextDecoder().decode(new TextEncoder().encode(name))
    const time = this.#clock.see(now)
    this.#forget(time)
    const limiter = this.#entries.get(key)?.limiter ?? this.#create(time)
    this.#entries.delete(key)
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
