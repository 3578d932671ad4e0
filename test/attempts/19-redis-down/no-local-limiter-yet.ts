// contains: timer-without-an-end
import type { AsyncLimiter, Decision, Limiter } from '#kit'
import { positiveFinite } from '#kit'

export interface GuardOptions {
  timeoutMs: number
  onFailure: 'open' | 'closed' | Limiter
  now?: () => number
}

export function guarded(limiter: AsyncLimiter, options: GuardOptions): AsyncLimiter {
  positiveFinite('timeoutMs', options.timeoutMs)
  const { timeoutMs, onFailure } = options
  const decided: Decision =
    onFailure === 'open'
      ? { allowed: true, remaining: 0, retryAfterMs: 0 }
      : { allowed: false, remaining: 0, retryAfterMs: 1000 }
  return {
    async tryAcquire(requestId: string, cost = 1): Promise<Decision> {
      positiveFinite('cost', cost)
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<Decision>((resolve) => {
        timer = setTimeout(resolve, timeoutMs, decided)
      })
      try {
        return await Promise.race([limiter.tryAcquire(requestId, cost), late])
      } catch {
        return decided
      } finally {
        clearTimeout(timer)
      }
    },
  }
}
