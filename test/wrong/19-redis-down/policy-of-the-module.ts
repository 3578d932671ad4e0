// misconception: There is one policy, so the module may keep it.
// why: Logins are closed where a list of products is open: each guard has its own. One guard open, then one closed: the first denies; allowed is right.
// caught by: two guards have a policy and a time each
import type { AsyncLimiter, Decision, Limiter } from '#kit'
import { positiveFinite } from '#kit'

export interface GuardOptions {
  timeoutMs: number
  onFailure: 'open' | 'closed' | Limiter
  now?: () => number
}

const LONGEST_TIMER_MS = 2 ** 31 - 1

const CLOSED_RETRY_MS = 1000

let onFailure: GuardOptions['onFailure']

export function guarded(limiter: AsyncLimiter, options: GuardOptions): AsyncLimiter {
  positiveFinite('timeoutMs', options.timeoutMs)
  const { timeoutMs, now = Date.now } = options
  onFailure = options.onFailure

  return {
    async tryAcquire(requestId: string, cost = 1): Promise<Decision> {
      positiveFinite('cost', cost)
      return (await answerInTime(limiter, requestId, cost, timeoutMs)) ?? instead(now)
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

function instead(now: () => number): Decision {
  if (onFailure === 'open') return { allowed: true, remaining: 0, retryAfterMs: 0 }
  if (onFailure === 'closed') return { allowed: false, remaining: 0, retryAfterMs: CLOSED_RETRY_MS }
  return onFailure.tryAcquire(now())
}
