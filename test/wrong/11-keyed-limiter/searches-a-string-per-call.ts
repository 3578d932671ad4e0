// misconception: A search in a string is one instruction.
// why: It goes through all of it: with a mark for each of 100,000 keys that is 100,000 steps a request. Amortised constant is asked.
// caught by: requests of new keys cost a constant each, however many
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
  /** A mark for each key, `!` if it has to be looked at. */
  #marks = ''

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
    const { size } = this.#entries
    if (size > this.#marks.length) this.#marks = '.'.repeat(2 * size)
    if (size < this.#marks.length / 8 || this.#marks.includes('!')) this.#marks = ''
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
