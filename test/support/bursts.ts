import { finite } from '../../katas/kit/check.ts'
import type { Decision, PeekableLimiter } from '../../katas/kit/decision.ts'
import { allowed, denied } from './decisions.ts'

/**
 * A limiter for katas that are handed one: lets in `limit` requests, and no more until `pauseMs` have passed since
 * the last one that was let in. No kata asks for such a one.
 */
export class Bursts implements PeekableLimiter {
  readonly #limit: number
  readonly #pauseMs: number
  #left: number
  #until = Number.NEGATIVE_INFINITY
  #latest = Number.NEGATIVE_INFINITY

  constructor({ limit, pauseMs }: { readonly limit: number; readonly pauseMs: number }) {
    this.#limit = limit
    this.#pauseMs = pauseMs
    this.#left = limit
  }

  peek(now: number): Decision {
    finite('now', now)
    this.#latest = Math.max(this.#latest, now)
    if (this.#latest >= this.#until) this.#left = this.#limit
    return this.#left > 0 ? allowed(this.#left) : denied(Math.ceil(this.#until - this.#latest))
  }

  tryAcquire(now: number): Decision {
    const seen = this.peek(now)
    if (!seen.allowed) return seen
    this.#until = this.#latest + this.#pauseMs
    return allowed(--this.#left)
  }
}
