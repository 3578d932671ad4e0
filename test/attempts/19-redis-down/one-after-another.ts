// contains: one-call-at-a-time, cost-for-the-local-one, timer-without-an-end
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
  let before: Promise<unknown> = Promise.resolve()
  const ask = (requestId: string, cost: number) =>
    new Promise<Decision | undefined>((resolve) => {
      const timer = setTimeout(() => resolve(undefined), timeoutMs)
      const done = (decision?: Decision) => {
        clearTimeout(timer)
        resolve(decision)
      }
      Promise.resolve()
        .then(() => limiter.tryAcquire(requestId, cost))
        .then(done, () => done())
    })
  return {
    async tryAcquire(requestId: string, cost = 1): Promise<Decision> {
      positiveFinite('cost', cost)
      const mine = before.then(() => ask(requestId, cost))
      before = mine
      const decision = await mine
      if (decision) return decision
      if (onFailure === 'open') return { allowed: true, remaining: 0, retryAfterMs: 0 }
      if (onFailure === 'closed') return { allowed: false, remaining: 0, retryAfterMs: 500 }
      let local = onFailure.tryAcquire(now())
      for (let i = 1; i < cost; i++) local = onFailure.tryAcquire(now())
      return local
    },
  }
}
