// misconception: A queue of requests, and a count a key: when the count is 0 the key goes.
// why: The answers are right, but the queue follows the requests: one client that asks 100,000 times within idleMs keeps 100,000 entries. Memory follows the keys.
// caught by: 100,000 requests of one key keep no more than one does
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
  #requests: { key: string; askedAt: number }[] = []
  #head = 0

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
    this.#entries.set(key, { limiter, askedAt: time })
    this.#requests.push({ key, askedAt: time })
    return limiter.tryAcquire(time)
  }

  #forget(time: number): void {
    let request = this.#requests[this.#head]
    while (request && time - request.askedAt >= this.#idleMs) {
      const { key } = request
      const entry = this.#entries.get(key)
      if (entry && time - entry.askedAt >= this.#idleMs) this.#entries.delete(key)
      request = this.#requests[++this.#head]
    }
    if (this.#head * 2 > this.#requests.length) {
      this.#requests = this.#requests.slice(this.#head)
      this.#head = 0
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
