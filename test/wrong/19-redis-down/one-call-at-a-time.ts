// misconception: Calls wait in line, so that a slow Redis is not asked by all at once.
// why: One that is slow holds up all behind it, each for its timeoutMs. While 1,100 calls wait, one more gets no answer; its own at once is right.
// caught by: a call that waits holds up no other, nor do a thousand
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

  let line: Promise<unknown> = Promise.resolve()
  return {
    async tryAcquire(requestId: string, cost = 1): Promise<Decision> {
      positiveFinite('cost', cost)
      const turn = line.then(() => answerInTime(limiter, requestId, cost, timeoutMs))
      line = turn
      return (await turn) ?? instead(onFailure, now)
    },
  }
}

function answerInTime(
  limiter: AsyncLimiter,
  requestId: string,
  cost: number,
  timeoutMs: number,
): Promise<Decision | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, Math.min(timeoutMs, LONGEST_TIMER_MS), undefined)
    const settle = (decision?: Decision) => {
      clearTimeout(timer)
      resolve(decision)
    }
    try {
      limiter.tryAcquire(requestId, cost).then(settle, () => settle())
    } catch {
      settle()
    }
  })
}

function instead(onFailure: GuardOptions['onFailure'], now: () => number): Decision {
  if (onFailure === 'open') return { allowed: true, remaining: 0, retryAfterMs: 0 }
  if (onFailure === 'closed') return { allowed: false, remaining: 0, retryAfterMs: CLOSED_RETRY_MS }
  return onFailure.tryAcquire(now())
}
