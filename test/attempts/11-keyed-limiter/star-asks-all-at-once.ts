// contains: all-of-takes-one-by-one, all-of-tells-the-largest-remaining
import { Clock, type Decision, type Limiter, type PeekableLimiter, positiveFinite } from '#kit'

/** A key's limiter, and when the key was asked for last. */
interface Entry {
  readonly limiter: Limiter
  readonly askedAt: number
}

/**
 * A limiter for each key, made by `create` at the key's first request. A key that was not asked for
 * during `idleMs` (exactly `idleMs` later, too) is forgotten: its next request starts a new limiter.
 * Any string is a key. One clock for all: a `now` earlier than the latest one seen, of whatever key,
 * counts as the latest one seen. `idleMs` is positive and finite, `now` finite, else `RangeError`.
 *
 * Cost: amortised constant, however many keys. Memory follows the keys of the last `idleMs`.
 */
export class KeyedLimiter {
  readonly #create: (now: number) => Limiter
  readonly #idleMs: number
  readonly #clock = new Clock()
  /** A Map is iterated in the order of insertion: the key that was asked for longest ago is first. */
  readonly #entries = new Map<string, Entry>()

  constructor({ create, idleMs }: { create: (now: number) => Limiter; idleMs: number }) {
    positiveFinite('idleMs', idleMs)
    this.#create = create
    this.#idleMs = idleMs
  }

  /** How many keys are remembered, as of the latest request. */
  get size(): number {
    return this.#entries.size
  }

  /** Decides about a request of `key` by the key's own limiter. */
  tryAcquire(key: string, now: number): Decision {
    const time = this.#clock.see(now)
    this.#forget(time)
    const limiter = this.#entries.get(key)?.limiter ?? this.#create(time)
    // Deleted first: a key that is set again would keep its old place.
    this.#entries.delete(key)
    this.#entries.set(key, { limiter, askedAt: time })
    return limiter.tryAcquire(time)
  }

  /**
   * Drops the keys that were not asked for during `idleMs`.
   *
   * Amortised: a request puts one entry in, and an entry is dropped once; each call looks at one
   * more, which ends the loop.
   */
  #forget(time: number): void {
    // Invariant: entries stand in the order of their last request (the clock never runs back), so
    // all that is to be forgotten is in front.
    for (const [key, { askedAt }] of this.#entries) {
      if (time - askedAt < this.#idleMs) return
      this.#entries.delete(key)
    }
  }
}

export function allOf(limiters: readonly PeekableLimiter[]): PeekableLimiter {
  const clock = new Clock()
  const join = (decisions: readonly Decision[]): Decision => ({
    allowed: decisions.every((one) => one.allowed),
    remaining: Math.max(...decisions.map((one) => one.remaining)),
    retryAfterMs: Math.max(...decisions.map((one) => one.retryAfterMs)),
  })
  return {
    peek: (now) => {
      const time = clock.see(now)
      return join(limiters.map((limiter) => limiter.peek(time)))
    },
    tryAcquire: (now) => {
      const time = clock.see(now)
      return join(limiters.map((limiter) => limiter.tryAcquire(time)))
    },
  }
}
