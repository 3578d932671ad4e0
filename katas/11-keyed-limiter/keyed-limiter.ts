import type { Decision, Limiter, PeekableLimiter } from '#kit'
import { Clock, positiveFinite, todo } from '#kit'

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

  constructor({ create, idleMs }: { create: (now: number) => Limiter; idleMs: number }) {
    positiveFinite('idleMs', idleMs)
    this.#create = create
    this.#idleMs = idleMs
  }

  /** How many keys are remembered. It may lag by a few calls, not by time. */
  get size(): number {
    return todo('return how many keys are remembered')
  }

  /** Decides about a request of `key` by the key's own limiter. */
  tryAcquire(key: string, now: number): Decision {
    const time = this.#clock.see(now)
    return todo("decide by the key's own limiter", key, time, this.#create, this.#idleMs)
  }
}

/** For a star: one limiter that allows what all of `limiters` allow; a denial takes from none. */
export function allOf(limiters: readonly PeekableLimiter[]): PeekableLimiter {
  const clock = new Clock()
  const peek = (now: number): Decision => todo('peek at all limiters', clock.see(now), limiters)
  return { peek, tryAcquire: (now) => todo('ask them together', clock.see(now), limiters) }
}
