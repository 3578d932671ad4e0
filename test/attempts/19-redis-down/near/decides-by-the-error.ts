// contains: nothing listed
import { type AsyncLimiter, type Decision, type Limiter, positiveFinite } from '#kit'

export interface GuardOptions {
  timeoutMs: number
  onFailure: 'open' | 'closed' | Limiter
  now?: () => number
}

const LONGEST = 2 ** 31 - 1

/** Waits for any time, in pieces that a timer can hold. */
class Alarm {
  #timer: NodeJS.Timeout | undefined
  #left: number
  readonly #ring: () => void

  constructor(ms: number, ring: () => void) {
    this.#left = ms
    this.#ring = ring
    this.#next()
  }

  #next(): void {
    const piece = Math.min(this.#left, LONGEST)
    this.#left -= piece
    this.#timer = setTimeout(() => (this.#left > 0 ? this.#next() : this.#ring()), piece)
  }

  stop(): void {
    clearTimeout(this.#timer)
  }
}

class Guard implements AsyncLimiter {
  readonly #limiter: AsyncLimiter
  readonly #options: Required<GuardOptions>

  constructor(limiter: AsyncLimiter, options: GuardOptions) {
    positiveFinite('timeoutMs', options.timeoutMs)
    this.#limiter = limiter
    this.#options = { now: Date.now, ...options }
  }

  #instead(): Decision {
    const { onFailure, timeoutMs, now } = this.#options
    if (onFailure === 'open') return { allowed: true, remaining: 0, retryAfterMs: 0 }
    if (onFailure === 'closed') {
      return { allowed: false, remaining: 0, retryAfterMs: Math.ceil(timeoutMs) }
    }
    return onFailure.tryAcquire(now())
  }

  async tryAcquire(requestId: string, cost = 1): Promise<Decision> {
    positiveFinite('cost', cost)
    let alarm: Alarm | undefined
    try {
      const late = new Promise<never>((_, reject) => {
        alarm = new Alarm(this.#options.timeoutMs, () => reject(new Error('late')))
      })
      return await Promise.race([this.#limiter.tryAcquire(requestId, cost), late])
    } catch (error) {
      if (error && typeof error === 'object' && 'allowed' in error) return error as Decision
      return this.#instead()
    } finally {
      alarm?.stop()
    }
  }
}

export function guarded(limiter: AsyncLimiter, options: GuardOptions): AsyncLimiter {
  return new Guard(limiter, options)
}
