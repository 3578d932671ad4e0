// contains: tries-once-more, closed-without-a-wait, timer-without-an-end
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
  async function attempt(requestId: string, cost: number): Promise<Decision | undefined> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), timeoutMs)
    })
    try {
      return await Promise.race([limiter.tryAcquire(requestId, cost), late])
    } finally {
      clearTimeout(timer)
    }
  }
  return {
    async tryAcquire(requestId: string, cost = 1): Promise<Decision> {
      positiveFinite('cost', cost)
      const decision = await attempt(requestId, cost)
        .catch(() => attempt(requestId, cost))
        .catch(() => undefined)
      if (decision) return decision
      if (onFailure === 'open') return { allowed: true, remaining: 0, retryAfterMs: 0 }
      if (onFailure === 'closed') return { allowed: false, remaining: 0, retryAfterMs: 0 }
      return onFailure.tryAcquire(now())
    },
  }
}
