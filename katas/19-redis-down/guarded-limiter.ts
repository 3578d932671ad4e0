import type { AsyncLimiter, Decision, Limiter } from '#kit'
import { positiveFinite, todo } from '#kit'

export interface GuardOptions {
  /** How long the limiter may take for an answer. */
  timeoutMs: number
  /** What decides where it gave none: allow, deny, or a limiter in this process. */
  onFailure: 'open' | 'closed' | Limiter
  /** The time for a local limiter, in ms. */
  now?: () => number
}

/**
 * `limiter`, with a decision in time whatever becomes of it: a call that is late or fails is decided by
 * `onFailure`, and never thrown at the caller. It is asked on every call, once, with the same `requestId`
 * and `cost`; an answer that comes late is dropped.
 *
 * `RangeError` for a `timeoutMs` that is not positive and finite, when `guarded` is called; a `cost` that
 * is not rejects, and nobody is asked.
 */
export function guarded(limiter: AsyncLimiter, options: GuardOptions): AsyncLimiter {
  positiveFinite('timeoutMs', options.timeoutMs)
  return {
    async tryAcquire(requestId: string, cost = 1): Promise<Decision> {
      positiveFinite('cost', cost)
      return todo('decide in time, whatever becomes of the limiter', limiter, requestId)
    },
  }
}
