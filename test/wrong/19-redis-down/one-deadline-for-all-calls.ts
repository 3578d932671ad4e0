// misconception: The deadline is made with the guard, and every call races it.
// why: It passes once, and from then on no call has any time. After a first call that timed out, an answer in 5 ms of 60: decided by policy; the answer is right.
// caught by: after a call that had no answer the next has all of its time again
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

const LONGEST_TIMER_MS = 2 ** 31 - 1

const CLOSED_RETRY_MS = 1000

export function guarded(limiter: AsyncLimiter, options: GuardOptions): AsyncLimiter {
  positiveFinite('timeoutMs', options.timeoutMs)
  const { timeoutMs, onFailure, now = Date.now } = options
  const deadline = new Promise<undefined>((resolve) => {
    setTimeout(resolve, Math.min(timeoutMs, LONGEST_TIMER_MS), undefined).unref()
  })

  return {
    async tryAcquire(requestId: string, cost = 1): Promise<Decision> {
      positiveFinite('cost', cost)
      return (await answerInTime(limiter, requestId, cost, deadline)) ?? instead(onFailure, now)
    },
  }
}

function answerInTime(
  limiter: AsyncLimiter,
  requestId: string,
  cost: number,
  deadline: Promise<undefined>,
): Promise<Decision | undefined> {
  const answer = async () => limiter.tryAcquire(requestId, cost)
  return Promise.race([answer().catch(() => undefined), deadline])
}

function instead(onFailure: GuardOptions['onFailure'], now: () => number): Decision {
  if (onFailure === 'open') return { allowed: true, remaining: 0, retryAfterMs: 0 }
  if (onFailure === 'closed') return { allowed: false, remaining: 0, retryAfterMs: CLOSED_RETRY_MS }
  return onFailure.tryAcquire(now())
}
