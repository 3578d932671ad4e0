// contains: late-error-unhandled, cost-left-to-the-limiter, timer-without-an-end
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
      let settled = false
      return new Promise((resolve) => {
        const timer = setTimeout(() => {
          settled = true
          resolve(fallback(options))
        }, options.timeoutMs)
        const ask = async () => {
          try {
            const decision = await limiter.tryAcquire(requestId, cost)
            clearTimeout(timer)
            resolve(decision)
          } catch (error) {
            if (settled) throw error
            clearTimeout(timer)
            resolve(fallback(options))
          }
        }
        ask()
      })
    },
  }
}

function fallback({ onFailure, now = Date.now }: GuardOptions): Decision {
  if (onFailure === 'open') return { allowed: true, remaining: 1, retryAfterMs: 0 }
  if (onFailure === 'closed') return { allowed: false, remaining: 0, retryAfterMs: 1000 }
  return onFailure.tryAcquire(now())
}
