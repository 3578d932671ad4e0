import { createHash } from 'node:crypto'
import { ShardedLimiter } from '#kata/21-hot-key/sharded-limiter.ts'
import type { Decision } from '#kit'
import {
  allowed,
  asyncKeepsWithin,
  attemptAsync,
  denied,
  ids,
  probe,
  slotOf,
  Wrong,
} from '#support'

/** A limiter of the learner's, whose shards answer so, and what it made and asked, be it as often as it likes. */
function sharded(
  limit: number,
  shards: number,
  answer: () => Decision | Promise<Decision> = () => allowed(1),
) {
  const made: string[] = []
  const parts = new Map<string, number>()
  const asked: [name: string, cost: number | undefined][] = []
  const create = (name: string, part: number) => {
    made.push(name)
    parts.set(name, part)
    return {
      tryAcquire: async (_requestId: string, cost?: number) => {
        asked.push([name, cost])
        return answer()
      },
    }
  }
  const limiter = new ShardedLimiter({ key: 'rl:big', limit, shards, create })
  return { limiter, made, parts, asked }
}

/** The same after so many requests that every shard has been asked, where ids spread at all. */
async function used(limit: number, shards: number, times = 120) {
  const one = sharded(limit, shards)
  for (const id of ids(times)) await one.limiter.tryAcquire(id)
  return one
}

/** The shards that these requests ask, in their order. */
async function shardsOf(shards: number, requests: readonly (readonly [string, number?])[]) {
  const { limiter, asked } = sharded(1000, shards)
  for (const request of requests) await limiter.tryAcquire(...request)
  return asked.map(([name]) => name)
}

probe('shards: where they begin', async (see) => {
  for (const shards of [1, 3, 4]) {
    const { parts } = await used(100, shards)
    see('first', () => Math.min(...[...parts.keys()].map((name) => Number(name.match(/\d+$/)))))
  }
})

probe('shards: their slots', async (see) => {
  for (const shards of [2, 4, 9]) {
    const { parts } = await used(100, shards)
    if (parts.size < 2) return
    see('of their own', () => new Set([...parts.keys()].map(slotOf)).size === parts.size)
  }
})

probe('shards: how often each is made', async (see) => {
  for (const shards of [1, 4, 10]) {
    const { made, parts } = await used(100, shards)
    see('again', () => made.length > parts.size)
  }
})

const UNEVEN = [
  [11, 4],
  [7, 4],
  [999, 10],
  [15, 8],
] as const

probe('parts: their sum', async (see) => {
  for (const [limit, shards] of UNEVEN) {
    const { parts } = await used(limit, shards)
    see('sum', () => [...parts.values()].reduce((sum, part) => sum + part, 0))
  }
})

probe('parts: the largest', async (see) => {
  for (const [limit, shards] of UNEVEN) {
    const { parts } = await used(limit, shards)
    const all = [...parts.values()]
    // Of parts that are too large altogether another topic tells.
    see('much larger', () => Math.max(...all) - Math.min(...all) > 1)
  }
})

probe('the answer: what is left', async (see) => {
  for (const left of [7, 1, 30]) {
    const { limiter } = sharded(100, 4, () => allowed(left))
    const { remaining } = await limiter.tryAcquire('req-1')
    see('remaining', () => remaining)
  }
})

/** How many shards a request asks that is answered so. */
async function shardsAsked(shards: number, answer: () => Decision | Promise<Decision>) {
  const { limiter, asked } = sharded(100, shards, answer)
  await attemptAsync(() => limiter.tryAcquire('req-1'))
  return new Set(asked.map(([name]) => name)).size
}

probe('a request that is denied', async (see) => {
  for (const shards of [2, 4, 8]) {
    const count = await shardsAsked(shards, () => denied(500))
    see('asks another', () => count > 1)
  }
})

probe('a shard that fails', async (see) => {
  for (const shards of [2, 4, 8]) {
    const count = await shardsAsked(shards, () => Promise.reject(new Error('down')))
    see('another is asked', () => count > 1)
  }
})

probe('the cost', async (see) => {
  for (const cost of [3, 0.5, 20]) {
    const { limiter, asked } = sharded(100, 4)
    await limiter.tryAcquire('req-1', cost)
    see('asked', () => asked[0]?.[1] ?? 'none')
  }
})

/** How one id goes about the shards. */
async function walk(shards: number): Promise<string> {
  const requests = Array.from({ length: 24 }, () => ['req-1'] as const)
  const names = await shardsOf(shards, requests)
  if (new Set(names).size === 1) return 'one shard'
  const inTurn = names.every((name, i) => i < shards || name === names[i - shards])
  return inTurn && new Set(names).size === shards ? 'in turn' : 'any shard'
}

probe('one id: again', async (see) => {
  for (const shards of [3, 4, 8]) {
    const way = await walk(shards)
    see('asks', () => way)
  }
})

const staysWithOne = async () => (await walk(8)) === 'one shard'

probe('one id: at another cost', async (see) => {
  if (!(await staysWithOne())) return
  for (const shards of [3, 4, 8]) {
    const [atOne, atMore] = await shardsAt(shards, [1, 2])
    see('the same', () => atOne === atMore)
  }
})

/** The shards that 40 ids ask on one pod, at each of these costs. */
async function shardsAt(shards: number, costs: readonly number[]): Promise<string[]> {
  const requests = costs.flatMap((cost) => ids(40).map((id) => [id, cost] as const))
  const names = await shardsOf(shards, requests)
  return costs.map((_, i) => `${names.slice(40 * i, 40 * (i + 1))}`)
}

probe('one id: on another pod', async (see) => {
  if (!(await staysWithOne())) return
  for (const shards of [3, 4, 8]) {
    const requests = ids(40).map((id) => [id] as const)
    const [one, other] = [await shardsOf(shards, requests), await shardsOf(shards, requests)]
    see('the same', () => `${one}` === `${other}`)
  }
})

/*
 * Ids of many kinds that are alike in one thing only.
 */
const ID_COUNT = 200

/** Digits by which nothing is alike, always the same ones. */
const hex = (i: number) => createHash('sha1').update(`${i}`).digest('hex')
/** From 0 to 19, by nothing that is in the id. */
const varying = (i: number) => Number.parseInt(hex(i).slice(-4), 16) % 20

const spreads: Readonly<Record<string, (i: number) => string>> = {
  'that begin alike': (i) => `r${hex(i).slice(0, 10 + varying(i))}`,
  'of one length': (i) => hex(i).slice(0, 16),
  'that end alike': (i) => `${hex(i).slice(0, 4 + varying(i))}@gateway-eu-west-1`,
  'of many digits': (i) =>
    [...hex(i).slice(0, 18 + varying(i))].map((one) => Number.parseInt(one, 16) % 10).join(''),
}

for (const [shape, id] of Object.entries(spreads)) {
  probe(`ids ${shape}`, async (see) => {
    for (const shards of [4, 8, 10]) {
      const requests = Array.from({ length: ID_COUNT }, (_, i) => [id(i)] as const)
      const names = await shardsOf(shards, requests)
      see('shards', () => new Set(names).size)
    }
  })
}

/** Whether ids are kept: at least 100 bytes each, which is far above what the heap of the rest wavers by. */
async function keepsIds(): Promise<boolean> {
  const kept = await attemptAsync(() =>
    asyncKeepsWithin({
      ...{ what: '', why: '', limitBytes: 600_000 },
      make: () => {
        const create = () => ({ tryAcquire: async () => allowed(1) })
        return new ShardedLimiter({ key: 'rl:big', limit: 100, shards: 4, create })
      },
      work: async (limiter) => {
        for (let i = 0; i < 12_000; i++) await limiter.tryAcquire(`request-of-a-client-${i}`)
      },
    }),
  )
  return 'threw' in kept && kept.threw instanceof Wrong
}

probe('memory of the ids', async (see) => {
  // What else comes to be kept meanwhile, of the run's own, does not come a second time.
  const grows = (await keepsIds()) && (await keepsIds())
  see('grows', () => grows)
})
