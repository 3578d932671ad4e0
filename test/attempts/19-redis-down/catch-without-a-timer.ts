// contains: waits-for-ever, type-errors-are-bugs
import type { AsyncLimiter, Decision, Limiter } from '#kit'
import { positiveFinite } from '#kit'

export interface GuardOptions {
  timeoutMs: number
  onFailure: 'open' | 'closed' | Limiter
  now?: () => number
}

export function guarded(limiter: AsyncLimiter, options: GuardOptions): AsyncLimiter {
  positiveFinite('timeoutMs', options.timeoutMs)
  return {
    async tryAcquire(requestId: string, cost = 1): Promise<Decision> {
      positiveFinite('cost', cost)
      try {
        return await limiter.tryAcquire(requestId, cost)
      } catch (error) {
        if (error instanceof TypeError) throw error
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
