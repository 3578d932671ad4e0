import type { Redis } from 'ioredis'
import { type AsyncLimiter, type Decision, integerAtLeast, type Schedule, todo } from '#kit'

// Limit 3, a window of 60,000 ms, and two requests were let in at 0: one place is left.

/** TODO: with `checkThenAct`, one request of each pod: both are let in. */
export const breaksCheckThenAct: Schedule = []

/** TODO: with `multiCheckThenAct`, one request of each pod: both are let in. */
export const breaksMultiCheckThenAct: Schedule = []

/** TODO: with `multiAddThenCheck`, any requests: one is denied, and the window holds none let in. */
export const starvesMultiAddThenCheck: Schedule = []

/** `attempts`: EXECs a call may send. On `client`, the pod's own, calls take turns: rely on it. */
export interface WatchOptions {
  readonly client: Redis
  readonly key: string
  readonly limit: number
  readonly windowMs: number
  readonly now: () => number
  readonly attempts: number
}

/** For the star: a sliding log as the given ones keep it, which no schedule breaks. */
export class WatchLimiter implements AsyncLimiter {
  readonly #options: WatchOptions

  constructor(options: WatchOptions) {
    for (const name of ['limit', 'windowMs', 'attempts'] as const) {
      integerAtLeast(name, options[name], 1)
    }
    this.#options = { ...options }
  }

  /** Decides at `now()`. Rejects with an `Error` that tells `attempts` when all were in vain. */
  async tryAcquire(requestId: string): Promise<Decision> {
    return todo('decide by WATCH and MULTI, so that no order breaks it', requestId, this.#options)
  }
}
