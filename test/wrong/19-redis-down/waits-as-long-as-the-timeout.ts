// misconception: Come back when the limiter has had its time: timeoutMs is the wait.
// why: It may be a fraction, and retryAfterMs is a whole number ≥ 1. The limiter rejects, timeoutMs 12.5, closed: retryAfterMs 12.5; a whole number is right.
// caught by: stretch: closed names whole ms, also where timeoutMs is a fraction, or more than a timer can hold
import type { AsyncLimiter, Decision, Limiter } from '#kit'
import { positiveFinite } from '#kit'

export interface GuardOptions {
  timeoutMs: number
  onFailure: 'open' | 'closed' | Limiter
  now?: () => number
}

const LONGEST_TIMER_MS = 2 ** 31 - 1

export function guarded(limiter: AsyncLimiter, options: GuardOptions): AsyncLimiter {
  positiveFinite('timeoutMs', options.timeoutMs)
  const { timeoutMs, onFailure, now = Date.now } = options

  return {
    async tryAcquire(requestId: string, cost = 1): Promise<Decision> {
      positiveFinite('cost', cost)
      return (
        (await answerInTime(limiter, requestId, cost, timeoutMs)) ??
        instead(onFailure, now, timeoutMs)
      )
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

function instead(
  onFailure: GuardOptions['onFailure'],
  now: () => number,
  timeoutMs: number,
): Decision {
  if (onFailure === 'open') return { allowed: true, remaining: 0, retryAfterMs: 0 }
  if (onFailure === 'closed') return { allowed: false, remaining: 0, retryAfterMs: timeoutMs }
  return onFailure.tryAcquire(now())
}
