// misconception: Nobody waits longer than a second, whatever timeoutMs says.
// why: How long is for the caller to say: a batch job has the time. timeoutMs 90000, no answer: the policy decides after 1000 ms; after 90000 is right.
// caught by: one that never answers has all of timeoutMs, and no more
import type { AsyncLimiter, Decision, Limiter } from '#kit'
import { positiveFinite } from '#kit'

export interface GuardOptions {
  timeoutMs: number
  onFailure: 'open' | 'closed' | Limiter
  now?: () => number
}

const LONGEST_TIMER_MS = 1000

const CLOSED_RETRY_MS = 1000

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

function answerInTime(
  limiter: AsyncLimiter,
  requestId: string,
  cost: number,
  timeoutMs: number,
): Promise<Decision | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, Math.min(timeoutMs, LONGEST_TIMER_MS), undefined)
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
