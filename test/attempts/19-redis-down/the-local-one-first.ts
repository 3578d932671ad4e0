// contains: asks-both-always, fail-open-for-all, timer-without-an-end
import { setTimeout } from 'node:timers/promises'
import type { AsyncLimiter, Decision, Limiter } from '#kit'
import { positiveFinite } from '#kit'

export interface GuardOptions {
  timeoutMs: number
  onFailure: 'open' | 'closed' | Limiter
  now?: () => number
}

export function guarded(limiter: AsyncLimiter, options: GuardOptions): AsyncLimiter {
  positiveFinite('timeoutMs', options.timeoutMs)
  const { timeoutMs, onFailure, now = Date.now } = options
  return {
    async tryAcquire(requestId: string, cost = 1): Promise<Decision> {
      positiveFinite('cost', cost)
      const local =
        typeof onFailure === 'object'
          ? onFailure.tryAcquire(now())
          : { allowed: true, remaining: 0, retryAfterMs: 0 }
      const stop = new AbortController()
      const late = setTimeout(timeoutMs, local, { signal: stop.signal }).catch(() => local)
      const answer = async () => limiter.tryAcquire(requestId, cost)
      const decision = await Promise.race([answer().catch(() => local), late])
      stop.abort()
      return decision
    },
  }
}
