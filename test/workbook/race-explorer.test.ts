import { randomUUID } from 'node:crypto'
import type { Redis } from 'ioredis'
import { describe, expect, test } from 'vitest'
import {
  type AsyncLimiter,
  checkThenAct,
  luaCheckThenAct,
  multiAddThenCheck,
  multiCheckThenAct,
  type RaceOptions,
  RedisScript,
} from '../../katas/kit/index.ts'
import { useRedis } from '../support/redis/client.ts'
import { drawRace, type Experiment, explore, type Pod } from '../support/redis/race/index.ts'

const redis = useRedis()

/** A window of a minute with one place left: 99 of 100 are in it. */
const options = ({ client, key }: Omit<Pod, 'name'>): RaceOptions => ({
  ...{ client, key, limit: 100, windowMs: 60_000, now: () => 0 },
})
const members = Array.from({ length: 99 }, (_, i) => [0, `before-${i}`]).flat()

const onePlaceLeft = (make: (options: RaceOptions) => AsyncLimiter) => ({
  before: ({ client, key }: { client: Redis; key: string }) => client.zadd(key, ...members),
  work: async (pod: Pod) => (await make(options(pod)).tryAcquire(pod.name)).allowed,
  wrong: ({ outcomes }: { outcomes: readonly ({ value: boolean } | { error: unknown })[] }) => {
    const letIn = outcomes.filter((one) => 'value' in one && one.value).length
    return letIn > 1 ? `${letIn} were let in` : undefined
  },
})

/** Work whose commands are explored for themselves: nothing that it does is wrong. */
async function ordersOf(
  work: (pod: Pod) => Promise<unknown>,
  more: Partial<Experiment<unknown>> = {},
) {
  const drawn: string[][] = []
  const found = await explore(redis, {
    work,
    wrong: ({ steps }) => {
      drawn.push(drawRace(steps))
      return undefined
    },
    ...more,
  })
  return { ...found, drawn }
}

describe('every order of two pods', () => {
  test('three commands each: 20 orders, 12 let in one too many, the shortest drawn', async () => {
    const { orders, broken, shortest, bound } = await explore(redis, onePlaceLeft(checkThenAct))
    expect([orders, broken, bound]).toEqual([20, 12, undefined])
    expect(shortest?.wrong).toBe('2 were let in')
    expect(drawRace(shortest?.steps ?? [])).toEqual([
      'pod A                 pod B',
      'ZREMRANGEBYSCORE → 0',
      'ZCARD → 99',
      '                      ZREMRANGEBYSCORE → 0',
      '                      ZCARD → 99',
      '                      ZADD → 1   true',
      'ZADD → 1   true',
    ])
  })

  test('MULTI … EXEC is one step: two steps each are 6 orders, 4 of them break', async () => {
    const { orders, broken, shortest } = await explore(redis, onePlaceLeft(multiCheckThenAct))
    expect([orders, broken]).toEqual([6, 4])
    expect(drawRace(shortest?.steps ?? [])).toEqual([
      'pod A                            pod B',
      'ZCARD → 99',
      '                                 ZCARD → 99',
      '                                 MULTI ZADD … → 1 0 100 1   true',
      'MULTI ZADD … → 1 0 101 1   true',
    ])
  })

  test.for([
    ['MULTI', multiAddThenCheck],
    ['Lua', luaCheckThenAct],
  ] as const)('%s: one step each, 2 orders', async ([, make]) => {
    const found = await explore(redis, onePlaceLeft(make))
    expect(found).toEqual({ orders: 2, broken: 0, shortest: undefined, bound: undefined })
  })

  test('twice the same, to the last order', async () => {
    const once = () => explore(redis, onePlaceLeft(multiCheckThenAct))
    expect(await once()).toEqual(await once())
  })
})

describe('three pods', () => {
  test('three columns', async () => {
    const { orders, broken, bound } = await explore(redis, {
      ...onePlaceLeft(luaCheckThenAct),
      pods: 3,
    })
    expect([orders, broken, bound]).toEqual([6, 0, undefined])
  })

  test('there are 1,680 orders of three commands each: a bound that is met is told', async () => {
    const few = { ...onePlaceLeft(checkThenAct), pods: 3 as const, maxOrders: 12 }
    const { orders, broken, shortest, bound } = await explore(redis, few)
    expect([orders, bound]).toEqual([12, 'stopped after 12 orders'])
    expect(broken).toBeGreaterThan(0)
    expect(drawRace(shortest?.steps ?? [], 3)[0]).toMatch(/^pod A +pod B +pod C$/)
  })
})

describe('what is one step', () => {
  const commandsOf = async (work: (pod: Pod) => Promise<unknown>) => {
    let steps: string[] = []
    await explore(redis, {
      work: (pod) => (pod.name === 'A' ? work(pod) : Promise.resolve()),
      wrong: (ended) => {
        steps = ended.steps.map((step) => ('sent' in step ? step.sent.commands.join(' ') : ''))
        return undefined
      },
    })
    return steps
  }

  test('a pipeline is sent at once', async () => {
    const steps = await commandsOf(({ client, key }) => client.pipeline().get(key).incr(key).exec())
    expect(steps).toEqual(['GET INCR'])
  })

  test('multi without a pipeline is a command at a time, WATCH is one of its own', async () => {
    const steps = await commandsOf(async ({ client, key }) => {
      await client.watch(key)
      await client.multi({ pipeline: false })
      await client.incr(key)
      await client.exec()
      await client.multi().incr(key).exec()
    })
    expect(steps).toEqual(['WATCH', 'MULTI', 'INCR', 'EXEC', 'MULTI INCR EXEC'])
  })

  test('commands sent together without a pipeline are steps one after the other', async () => {
    const steps = await commandsOf(({ client, key }) =>
      Promise.all([client.incr(key), client.get(key)]),
    )
    expect(steps).toEqual(['INCR', 'GET'])
  })

  test('a command that nobody awaits is a step, too', async () => {
    const steps = await commandsOf(async ({ client, key }) => {
      void client.incr(key).then(async () => {
        for (let i = 0; i < 50; i++) await undefined
        await client.get(key)
      })
    })
    expect(steps).toEqual(['INCR', 'GET'])
  })

  test('NOSCRIPT, and the EVAL after it', async () => {
    // New each time, so that Redis knows it neither from the first run nor from an earlier order.
    const steps = await commandsOf(({ client, key }) =>
      new RedisScript(`return 1 -- ${randomUUID()}`).run(client, [key], []),
    )
    expect(steps).toEqual(['EVALSHA', 'EVAL'])
  })

  test('a custom command of ioredis, mended after its NOSCRIPT', async () => {
    const steps = await commandsOf(async ({ client, key }) => {
      const lua = `return redis.call('INCR', KEYS[1]) -- ${randomUUID()}`
      client.defineCommand('more', { numberOfKeys: 1, lua })
      const custom = client as Redis & { more(key: string): Promise<number> }
      await client.multi({ pipeline: false })
      // Queued and thrown away: ioredis takes it for known from now on, and the server does not know it.
      await custom.more(key)
      await client.discard()
      expect(await custom.more(key)).toBe(1)
    })
    expect(steps).toEqual(['MULTI', 'EVAL', 'DISCARD', 'EVALSHA', 'EVAL'])
  })

  test('what a connection sends that the pod opens itself', async () => {
    const steps = await commandsOf(async ({ client, key }) => {
      const own = client.duplicate()
      await own.connect()
      await own.incr(key)
      own.disconnect()
    })
    expect(steps).toEqual(['INCR'])
  })

  test('an error is an answer', async () => {
    const { drawn } = await ordersOf(async ({ client, key, name }) => {
      if (name === 'B') return
      await client.set(key, 'text')
      await client.incr(key)
    })
    const [lines = []] = drawn
    expect(lines.slice(1)).toEqual([
      'SET → OK',
      'INCR → ERR   threw ERR value is not an integer or out of range',
    ])
  })
})

test('a key that expires between two commands: INCR leaves one without a TTL', async () => {
  const { orders, broken, shortest } = await explore<unknown>(redis, {
    before: ({ client, key }) => client.set(key, 1, 'PX', 60_000),
    work: async ({ client, key, name }) => {
      // The expiry, as if it were a pod: no test has to wait for it.
      if (name === 'B') return client.del(key)
      if (await client.exists(key)) return client.incr(key)
      return client.set(key, 1, 'PX', 60_000)
    },
    wrong: async ({ key }) => ((await redis.client.pttl(key)) === -1 ? 'no TTL' : undefined),
  })
  expect([orders, broken]).toEqual([3, 1])
  expect(drawRace(shortest?.steps ?? [])).toEqual([
    'pod A                 pod B',
    'EXISTS → 1',
    '                      DEL → 1   1',
    'INCR → 1   1',
  ])
})

describe('pods that retry', () => {
  /** Counts up by WATCH: tries again when another came between. */
  const watching = async ({ client, key }: Pod) => {
    for (;;) {
      await client.watch(key)
      const count = Number(await client.get(key))
      const done = await client
        .multi()
        .set(key, count + 1)
        .exec()
      if (done) return count + 1
    }
  }

  test('each order is as long as it comes to be, and none is run twice', async () => {
    const { orders, broken, bound, drawn } = await ordersOf(watching)
    expect([broken, bound]).toEqual([0, undefined])
    expect(new Set(drawn.map((lines) => lines.join('\n'))).size).toBe(orders)
    expect(new Set(drawn.map((lines) => lines.length - 1))).toEqual(new Set([6, 9]))
    expect(orders).toBe(20)
  })

  test('one that asks for ever ends at the bound, which is told', async () => {
    const { orders, bound } = await ordersOf(
      async ({ client, key, name }) => {
        if (name === 'B') await client.set(key, 1)
        else while (!(await client.get(key)));
      },
      { maxSteps: 5, maxOrders: 4 },
    )
    expect(orders).toBe(3)
    expect(bound).toContain('stopped after 4 orders; 1 not run to their end, ')
  })

  test('one that waits for a timer of its own is waited for', async () => {
    const { orders } = await ordersOf(async ({ client, key }) => {
      await client.incr(key)
      await new Promise((resolve) => setTimeout(resolve, 2))
      await client.incr(key)
    })
    expect(orders).toBe(6)
  })
})

test('what a pod leaves its connection in, a WATCH or an open MULTI, is gone in the next order', async () => {
  const { orders, drawn } = await ordersOf(async ({ client, key, name }) => {
    await client.watch(key)
    if (name === 'B') await client.multi({ pipeline: false })
  })
  expect(orders).toBe(3)
  expect(drawn.flat().filter((line) => !/^(pod A|\s*(WATCH|MULTI) → OK)/.test(line))).toEqual([])
})

describe('what cannot be explored', () => {
  test('a pod that neither sends nor ends is told, and nothing hangs', async () => {
    const forever = explore(redis, {
      work: async ({ client, key }) => {
        await client.incr(key)
        await new Promise(() => {})
      },
      wrong: () => undefined,
      stuckMs: 20,
    })
    await expect(forever).rejects.toThrow('pod A neither sent a command nor came to its end')
  })

  test('a pod whose commands something else decides than the order', async () => {
    let runs = 0
    const fickle = explore(redis, {
      work: async ({ client, key, name }) => {
        if (name === 'A' && ++runs === 3) return
        await client.incr(key)
      },
      wrong: () => undefined,
    })
    await expect(fickle).rejects.toThrow('something else than the order decides')
  })
})
