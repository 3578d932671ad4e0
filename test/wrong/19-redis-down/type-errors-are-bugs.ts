// misconception: A TypeError is a bug, and bugs must not be hidden by a policy.
// why: Whatever the limiter rejects with goes by policy; the request is not the place to find bugs. It rejects with a TypeError, open: throws; allowed is right.
// caught by: open lets in, whatever became of the limiter
import type { AsyncLimiter, Decision, Limiter } from '#kit'
import { positiveFinite } from '#kit'

export interface GuardOptions {
  timeoutMs: number
  onFailure: 'open' | 'closed' | Limiter
  now?: () => number
}

const LONGEST_TIMER_MS = 2 ** 31 - 1

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
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, Math.min(timeoutMs, LONGEST_TIMER_MS), undefined)
    const settle = (decision?: Decision) => {
      clearTimeout(timer)
      resolve(decision)
    }
    try {
      limiter.tryAcquire(requestId, cost).then(settle, (error) => {
        if (error instanceof TypeError) reject(error)
        settle()
      })
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
