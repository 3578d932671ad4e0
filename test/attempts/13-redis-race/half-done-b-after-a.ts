// contains: runs-one-after-the-other
import type { Redis } from 'ioredis'
import { type AsyncLimiter, type Decision, integerAtLeast, type Schedule, todo } from '#kit'

export const breaksCheckThenAct: Schedule = ['B', 'B', 'B', 'A', 'A', 'A']

export const breaksMultiCheckThenAct: Schedule = ['B', 'B', 'A', 'A']

export const starvesMultiAddThenCheck: Schedule = []

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
