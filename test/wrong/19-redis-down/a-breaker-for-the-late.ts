// misconception: Three that had no answer in a row: it is down, so spare the next ones the wait for a second.
// why: No breaker: the first call after an outage is decided by Redis again. 30 calls have no answer, then one that would be denied at once: not asked, allowed; denied is right.
// caught by: after any number that had no answer, too: the first that has one is decided by it
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

  let late = 0
  let closedUntil = 0
  return {
    async tryAcquire(requestId: string, cost = 1): Promise<Decision> {
      positiveFinite('cost', cost)
      if (late >= 3 && performance.now() < closedUntil) return instead(onFailure, now)
      const decision = await answerInTime(limiter, requestId, cost, timeoutMs)
      late = decision ? 0 : late + 1
      if (!decision) closedUntil = performance.now() + 1000
      return decision ?? instead(onFailure, now)
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
