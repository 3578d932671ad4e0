// contains: a-breaker, waits-as-long-as-the-timeout, timer-without-an-end
import type { AsyncLimiter, Decision, Limiter } from '#kit'
import { positiveFinite } from '#kit'

export interface GuardOptions {
  timeoutMs: number
  onFailure: 'open' | 'closed' | Limiter
  now?: () => number
}

export function guarded(limiter: AsyncLimiter, options: GuardOptions): AsyncLimiter {
  positiveFinite('timeoutMs', options.timeoutMs)
  return new Guard(limiter, options)
}

class Guard implements AsyncLimiter {
  readonly #limiter: AsyncLimiter
  readonly #options: GuardOptions
  #failed = 0
  #openUntil = 0

  constructor(limiter: AsyncLimiter, options: GuardOptions) {
    this.#limiter = limiter
    this.#options = options
  }

  async tryAcquire(requestId: string, cost = 1): Promise<Decision> {
    positiveFinite('cost', cost)
    if (Date.now() < this.#openUntil) return this.#instead()
    let timer: NodeJS.Timeout | undefined
    try {
      const timeout = new Promise<never>((_resolve, reject) => {
        timer = setTimeout(() => reject(new Error('timeout')), this.#options.timeoutMs)
      })
      const decision = await Promise.race([this.#limiter.tryAcquire(requestId, cost), timeout])
      this.#failed = 0
      return decision
    } catch {
      if (++this.#failed >= 5) this.#openUntil = Date.now() + 10_000
      return this.#instead()
    } finally {
      clearTimeout(timer)
    }
  }

  #instead(): Decision {
    const { onFailure, timeoutMs, now = Date.now } = this.#options
    if (onFailure === 'open') return { allowed: true, remaining: 0, retryAfterMs: 0 }
    if (onFailure === 'closed') return { allowed: false, remaining: 0, retryAfterMs: timeoutMs }
    return onFailure.tryAcquire(now())
  }
}
