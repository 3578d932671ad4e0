// contains: waits-until-there-is-room, leaves-room-between-the-denied
import type { Redis } from 'ioredis'
import { type AsyncLimiter, type Decision, integerAtLeast, type Schedule, todo } from '#kit'

export const breaksCheckThenAct: Schedule = [
  'A',
  { wait: 30_000 },
  { wait: 31_000 },
  'A',
  'A',
  'B',
  'B',
  'B',
]

export const breaksMultiCheckThenAct: Schedule = ['B', 'A', 'A', 'B']

export const starvesMultiAddThenCheck: Schedule = [
  'B',
  { wait: 20_000 },
  'A',
  'A',
  { wait: 40_000 },
  'B',
]

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
