import type { Decision } from '../../katas/kit/index.ts'
import {
  drawRace,
  type Ended,
  explore,
  type RaceRedis,
} from '../../test/support/redis/race/index.ts'
import type { Contender, Options } from './limiters.ts'

/** What the explorer found about one limiter. */
export interface Orders {
  readonly limiter: string
  readonly orders: number
  /** Those that let one too many in. */
  readonly broken: number
  /** The shortest of these, a line a step; empty if there is none. */
  readonly shortest: readonly string[]
  /** Which bound was met; null if every order was run. */
  readonly bound: string | null
}

export const LIMIT = 100
const BEFORE = LIMIT - 1
const settings = { limit: LIMIT, windowMs: 60_000, now: () => 0 }

/** Every order of two pods with one request each, where one place is left. */
export async function ordersOf(redis: RaceRedis, { name, make }: Contender): Promise<Orders> {
  const members = Array.from({ length: BEFORE }, (_, i) => [0, `before-${i}`]).flat()
  const found = await explore<Decision>(redis, {
    before: ({ client, key }) => client.zadd(key, ...members),
    work: ({ client, key, name }) =>
      make({ client, key, ...settings } satisfies Options).tryAcquire(name),
    wrong: ({ outcomes }: Ended<Decision>) => {
      const failed = outcomes.find((one) => 'error' in one)
      if (failed && 'error' in failed) throw failed.error
      const letIn = outcomes.filter((one) => 'value' in one && one.value.allowed).length
      return letIn > LIMIT - BEFORE ? `${BEFORE + letIn} let in` : undefined
    },
  })
  const { orders, broken, shortest, bound = null } = found
  return {
    limiter: name,
    orders,
    broken,
    shortest: shortest ? drawRace(shortest.steps) : [],
    bound,
  }
}
