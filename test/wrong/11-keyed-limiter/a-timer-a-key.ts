// misconception: setTimeout removes the key when its time is up.
// why: A timer a key is more memory than the limiter, keeps the process alive, runs by another clock than the one that is handed in, and above 2^31 - 1 ms it fires at once. Asked twice, it starts two timers; none is right.
// caught by: no timer is started
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
  readonly #timers = new Map<string, NodeJS.Timeout>()

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
    const limiter = this.#live(key, time)?.limiter ?? this.#create(time)
    clearTimeout(this.#timers.get(key))
    this.#timers.set(key, this.#timer(key))
    this.#entries.set(key, { limiter, askedAt: time })
    return limiter.tryAcquire(time)
  }

  #live(key: string, time: number): Entry | undefined {
    const entry = this.#entries.get(key)
    return entry && time - entry.askedAt < this.#idleMs ? entry : undefined
  }

  #timer(key: string) {
    return setTimeout(() => {
      this.#entries.delete(key)
      this.#timers.delete(key)
    }, this.#idleMs).unref()
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
