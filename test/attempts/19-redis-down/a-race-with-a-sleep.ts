// contains: timer-left-running, drops-the-cost, timer-without-an-end
import type { AsyncLimiter, Decision, Limiter } from '#kit'
import { positiveFinite } from '#kit'

export interface GuardOptions {
  timeoutMs: number
  onFailure: 'open' | 'closed' | Limiter
  now?: () => number
}

export function guarded(limiter: AsyncLimiter, options: GuardOptions): AsyncLimiter {
  positiveFinite('timeoutMs', options.timeoutMs)
  const sleep = () =>
    new Promise<undefined>((resolve) => setTimeout(resolve, options.timeoutMs, undefined))
  return {
    async tryAcquire(requestId: string, cost = 1): Promise<Decision> {
      positiveFinite('cost', cost)
      try {
        const decision = await Promise.race([limiter.tryAcquire(requestId), sleep()])
        return decision ?? fallback(options)
      } catch {
        return fallback(options)
      }
    },
  }
}

function fallback({ onFailure, now = Date.now }: GuardOptions): Decision {
  if (onFailure === 'open') return { allowed: true, remaining: 1, retryAfterMs: 0 }
  if (onFailure === 'closed') return { allowed: false, remaining: 0, retryAfterMs: 1000 }
  return onFailure.tryAcquire(now())
}
