// misconception: To copy a typed array is one instruction.
// why: It goes through all of it: the state of 100,000 keys is copied by each request. Amortised constant is asked.
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
  #denials = new Uint8Array(16)

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
    const decision = limiter.tryAcquire(time)
    const denials = this.#fitting()
    if (!decision.allowed) denials[this.#entries.size - 1] = 1
    this.#denials = denials
    return decision
  }

  #fitting(): Uint8Array<ArrayBuffer> {
    const { size } = this.#entries
    if (size > this.#denials.length) return new Uint8Array(2 * size)
    return size < this.#denials.length / 8 ? new Uint8Array(16) : new Uint8Array(this.#denials)
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
