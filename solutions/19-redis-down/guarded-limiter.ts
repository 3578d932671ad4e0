import type { AsyncLimiter, Decision, Limiter } from '#kit'
import { positiveFinite } from '#kit'

export interface GuardOptions {
  /** How long the limiter may take for an answer. */
  timeoutMs: number
  /** What decides where it gave none: allow, deny, or a limiter in this process. */
  onFailure: 'open' | 'closed' | Limiter
  /** The time for a local limiter, in ms. */
  now?: () => number
}

/** Above it a timer fires at once; 24 days are as good as for ever. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** What a denied client waits at least: a Redis that is down is not back within milliseconds. */
const CLOSED_RETRY_MS = 1000

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
  const { timeoutMs, onFailure, now = Date.now } = options

  return {
    async tryAcquire(requestId: string, cost = 1): Promise<Decision> {
      positiveFinite('cost', cost)
      return (await answerInTime(limiter, requestId, cost, timeoutMs)) ?? instead(onFailure, now)
    },
  }
}

/**
 * The limiter's answer, or undefined if it is late or there is none. A promise settles once: what comes
 * after the timer, an answer or an error, changes nothing and is nobody's unhandled rejection.
 */
function answerInTime(
  limiter: AsyncLimiter,
  requestId: string,
  cost: number,
  timeoutMs: number,
): Promise<Decision | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, Math.min(timeoutMs, LONGEST_TIMER_MS), undefined)
    // Without it every call of a fast limiter would leave a timer behind.
    const settle = (decision?: Decision) => {
      clearTimeout(timer)
      resolve(decision)
    }
    try {
      limiter.tryAcquire(requestId, cost).then(settle, () => settle())
    } catch {
      settle()
    }
  })
}

function instead(onFailure: GuardOptions['onFailure'], now: () => number): Decision {
  if (onFailure === 'open') return { allowed: true, remaining: 0, retryAfterMs: 0 }
  if (onFailure === 'closed') return { allowed: false, remaining: 0, retryAfterMs: CLOSED_RETRY_MS }
  return onFailure.tryAcquire(now())
}
