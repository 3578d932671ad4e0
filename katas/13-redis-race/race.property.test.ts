import { describe, test } from 'vitest'
import { WatchLimiter } from '#kata/13-redis-race/race.ts'
import type { Decision } from '#kit'
import { atMostInWindow, fc, type Inputs, type JudgedScript, scriptLaws, Wrong } from '#support'
import { useRedis } from '#support/redis'
import { drawRace, type Ended, explore, type Pod } from '#support/redis/race'

interface Options {
  readonly limit: number
  readonly windowMs: number
}

const redis = useRedis()
const windowMs = 60_000
const attempts = 10

const limiterAt = ({ client, key }: Omit<Pod, 'name'>, limit: number, now = () => 0) =>
  new WatchLimiter({ client, key, limit, windowMs, attempts, now })

/**
 * Every order of the commands of some pods, of which each makes a request at 0, after two that were let
 * in: as many as there are places left are let in, no more and no less.
 */
async function everyOrder(pods: 2 | 3, limit: number, maxOrders = 150): Promise<void> {
  const wanted = Math.min(pods, limit - 2)
  const { orders, broken, shortest } = await explore<Decision>(redis, {
    pods,
    maxOrders,
    before: async (place) => {
      for (const id of ['one', 'two']) await limiterAt(place, limit).tryAcquire(id)
    },
    work: (pod) => limiterAt(pod, limit).tryAcquire(pod.name),
    wrong: ({ outcomes }: Ended<Decision>) => {
      const failed = outcomes.find((one) => 'error' in one)
      if (failed && 'error' in failed) return `one rejects: ${String(failed.error)}`
      const letIn = outcomes.filter((one) => 'value' in one && one.value.allowed).length
      return letIn === wanted ? undefined : `${letIn} let in`
    },
  })
  if (!shortest) return
  const says = `limit ${limit}, 2 let in before: in ${broken} of ${orders} orders not just ${wanted} more`
  throw new Wrong([`${says}; ${shortest.wrong}`, ...drawRace(shortest.steps, pods)].join('\n'))
}

// Last in the kata, so that nothing that goes wrong here costs a core test.
describe('for a star', () => {
  test('stretch: no order of two pods lets in two where one place is left, or none', async () => {
    await everyOrder(2, 3)
  })

  test('stretch: where two places are left, both pods are let in, in every order', async () => {
    await everyOrder(2, 4)
  })

  test('stretch: three pods for two places: two are let in', async () => {
    await everyOrder(3, 4, 20)
  })

  const judged: JudgedScript<Options> = {
    made: ({ limit, windowMs }) =>
      `new WatchLimiter({ limit: ${limit}, windowMs: ${windowMs}, … })`,
    is: (options) => ({ is: 'sliding log', ...options }),
    bound: atMostInWindow,
    begin: (options) => {
      const keys: string[] = []
      let time = 0
      const limiters: WatchLimiter[] = []
      return ({ of, now }, index) => {
        time = now
        keys[of] ??= redis.key()
        limiters[of] ??= new WatchLimiter({
          ...{ ...options, client: redis.client, key: keys[of], attempts, now: () => time },
        })
        return limiters[of].tryAcquire(`req-${index}`)
      }
    },
  }

  const inputs: Inputs<Options> = {
    options: fc.record({
      limit: fc.integer({ min: 1, max: 4 }),
      // So long that no key's own TTL, which is real time, ends a story.
      windowMs: fc.integer({ min: 60_000, max: 61_000 }),
    }),
    periods: ({ windowMs }) => [windowMs],
    starts: [1_760_000_000_000],
    length: 12,
  }

  scriptLaws(judged, inputs, 'stretch', { only: ['oracle'], runs: 12 })
  // Eighths of a ms, of which every sum is exact.
  scriptLaws(judged, { ...inputs, unit: 1 / 8 }, 'stretch', { only: ['oracle'], runs: 12 })
})
