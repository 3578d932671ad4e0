// misconception: One timer is enough for all calls that wait at the same time.
// why: A call that comes later has what is left of the time of another one. timeoutMs 200, the first call at 0, the second at 100 and answered at 200: decided by policy; the answer is right.
// caught by: the time of a call begins with it, not with one that waits already
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

  let waiting = 0
  let timer: NodeJS.Timeout | undefined
  let deadline: Promise<undefined> | undefined
  return {
    async tryAcquire(requestId: string, cost = 1): Promise<Decision> {
      positiveFinite('cost', cost)
      waiting++
      deadline ??= new Promise((resolve) => {
        timer = setTimeout(resolve, Math.min(timeoutMs, LONGEST_TIMER_MS), undefined)
      })
      const ask = async () => limiter.tryAcquire(requestId, cost)
      const decision = await Promise.race([ask().catch(() => undefined), deadline])
      if (--waiting === 0) {
        clearTimeout(timer)
        deadline = undefined
      }
      return decision ?? instead(onFailure, now)
    },
  }
}

function instead(onFailure: GuardOptions['onFailure'], now: () => number): Decision {
  if (onFailure === 'open') return { allowed: true, remaining: 0, retryAfterMs: 0 }
  if (onFailure === 'closed') return { allowed: false, remaining: 0, retryAfterMs: CLOSED_RETRY_MS }
  return onFailure.tryAcquire(now())
}
