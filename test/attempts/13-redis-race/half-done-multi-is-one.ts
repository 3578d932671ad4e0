// contains: trusts-the-multi, is-denied-by-those-let-in
import type { Redis } from 'ioredis'
import { type AsyncLimiter, type Decision, integerAtLeast, type Schedule, todo } from '#kit'

export const breaksCheckThenAct: Schedule = ['B', 'B', 'A', 'A', 'A', 'B']

export const breaksMultiCheckThenAct: Schedule = ['A', 'A', 'B', 'B']

export const starvesMultiAddThenCheck: Schedule = ['A', { wait: 100 }, 'B', 'B', 'A', 'B']

export interface WatchOptions {
  readonly client: Redis
  readonly key: string
  readonly limit: number
  readonly windowMs: number
  readonly now: () => number
  readonly attempts: number
}

export class WatchLimiter implements AsyncLimiter {
  readonly #options: WatchOptions

  constructor(options: WatchOptions) {
    for (const name of ['limit', 'windowMs', 'attempts'] as const) {
      integerAtLeast(name, options[name], 1)
    }
    this.#options = { ...options }
  }

  async tryAcquire(requestId: string): Promise<Decision> {
    return todo('decide by WATCH and MULTI, so that no order breaks it', requestId, this.#options)
  }
}
