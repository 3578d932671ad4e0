// contains: ends-with-the-process, late-is-allowed, timer-without-an-end
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
    tryAcquire: (requestId: string, cost = 1) => {
      return new Promise<Decision>((resolve, reject) => {
        try {
          positiveFinite('cost', cost)
        } catch (error) {
          reject(error)
          return
        }
        const onTimeout = () => resolve({ allowed: true, remaining: 0, retryAfterMs: 0 })
        const timer = setTimeout(onTimeout, options.timeoutMs)
        timer.unref()
        const failed = () => {
          clearTimeout(timer)
          resolve(fallback(options))
        }
        try {
          limiter.tryAcquire(requestId, cost).then((decision) => {
            clearTimeout(timer)
            resolve(decision)
          }, failed)
        } catch {
          failed()
        }
      })
    },
  }
}

function fallback({ onFailure, now = Date.now }: GuardOptions): Decision {
  if (onFailure === 'open') return { allowed: true, remaining: 1, retryAfterMs: 0 }
  if (onFailure === 'closed') return { allowed: false, remaining: 0, retryAfterMs: 1000 }
  return onFailure.tryAcquire(now())
}
