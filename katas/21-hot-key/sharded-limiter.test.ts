import { describe, test, vi } from 'vitest'
import { ShardedLimiter } from '#kata/21-hot-key/sharded-limiter.ts'
import {
  allowed,
  clockAt,
  denied,
  ids,
  refuses,
  type ShardAnswer,
  Sharded,
  show,
  slotOf,
} from '#support'

const T = 1_760_000_040_000
const YEAR = 366 * 86_400_000

/** Until what can be done has been done. */
const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Until all has been done that waits for no turn of the event loop. */
const settled = async () => {
  for (let i = 0; i < 100; i++) await null
}

const limiterOf = (limit: number, shards: number, answer?: ShardAnswer, key?: string) =>
  new Sharded((options) => new ShardedLimiter(options), limit, shards, answer, key)

describe('the shards', () => {
  test('they are key:0 to key:n−1, each made once', async () => {
    for (const [key, n] of [['rl:big', 4] as const, ['', 3] as const, ['é:1', 1] as const]) {
      const sharded = await limiterOf(100, n, undefined, key).use()
      const got = [...sharded.shards.keys()].sort()
      const wanted = Array.from({ length: n }, (_, i) => `${key}:${i}`)
      if (got.join() !== wanted.join()) {
        throw sharded.wrong(`made    ${show(got)}\n  expected  ${show(wanted)}`)
      }
    }
  })

  test('each has a hash slot of its own', async () => {
    const sharded = await limiterOf(1000, 10).use()
    const slots = [...sharded.shards.keys()].map((key) => `${key} in ${slotOf(key)}`)
    const used = new Set([...sharded.shards.keys()].map(slotOf))
    if (used.size < 10) throw sharded.wrong(`slots: ${slots.join(', ')}\n  expected ten`)
  })

  test('their parts add up to the limit and are as equal as can be', async () => {
    for (const [limit, n] of [
      ...([
        [100, 4],
        [100, 1],
        [10, 10],
        [10, 3],
        [11, 4],
        [7, 4],
        [1000, 16],
      ] as const),
      ...([
        [1, 1],
        [15, 8],
        [999, 10],
      ] as const),
    ]) {
      const sharded = await limiterOf(limit, n).use()
      const parts = [...sharded.shards.values()].map((shard) => shard.limit)
      const sum = parts.reduce((all, one) => all + one, 0)
      const whole = parts.every((part) => Number.isInteger(part) && part >= 1)
      if (sum !== limit) throw sharded.wrong(`parts ${show(parts)}: ${sum} in all`)
      if (!whole || Math.max(...parts) - Math.min(...parts) > 1) {
        throw sharded.wrong(`parts ${show(parts)}\n  expected whole ones that differ by 1 at most`)
      }
    }
  })
})

describe('a request', () => {
  test('it asks one shard, once, and no other one when it is denied', async () => {
    for (const answer of [() => allowed(1), () => denied(500)]) {
      const sharded = await limiterOf(80, 8, answer).use()
      for (const id of ids(50, 5000)) {
        const asked = await sharded.shardsOf(id)
        if (asked.length !== 1) throw sharded.wrong(`${id} asks ${show(asked)}\n  expected one`)
      }
    }
  })

  test('it asks its shard at once, before any timer or turn of the event loop', async () => {
    for (const id of ids(5)) {
      const sharded = limiterOf(80, 8)
      const asking = sharded.outcome(id)
      await settled()
      const { asked } = sharded
      await asking
      if (asked === 0) throw sharded.wrong(`tryAcquire('${id}'): no shard has been asked yet`)
    }
  })

  test('each request asks, though one with the same id was denied, or is not decided yet', async () => {
    const pending = new Promise<never>(() => {})
    for (const [answer, text] of [
      [() => denied(500), 'each denied'],
      [() => allowed(1), 'each allowed'],
      [() => pending, 'the shard has not answered yet'],
    ] as const) {
      const sharded = limiterOf(80, 8, answer)
      // Not awaited: what a shard has not decided keeps no other request waiting.
      const ask = (...all: string[]) =>
        Promise.race([Promise.all(all.map((id) => sharded.outcome(id))), turn()])
      await ask('req-1', 'req-1', 'req-2')
      await ask('req-1')
      if (sharded.asked === 4) continue
      throw sharded.wrong(
        `req-1 three times and req-2 once, ${text}\n  shards were asked ${sharded.asked} times, expected 4`,
      )
    }
  })

  test('the same id asks the same shard, whatever it costs', async () => {
    const sharded = limiterOf(800, 8)
    for (const id of ids(20)) {
      const asked: string[] = []
      for (const cost of [1, 2, 3, 7]) asked.push(...(await sharded.shardsOf(id, cost)))
      asked.push(...(await sharded.shardsOf(id)))
      if (new Set(asked).size === 1) continue
      throw sharded.wrong(`at a cost of 1, 2, 3, 7 and none, ${id} asks\n  ${asked.join(', ')}`)
    }
  })

  test('the same id asks the same shard, whenever it comes and on every pod', async () => {
    const pods = [limiterOf(80, 8), limiterOf(80, 8), limiterOf(80, 8)] as const
    const all = ['', 'a', 'é😀', 'x'.repeat(300), '__proto__', '-1', '0', ...ids(100)]
    await pods[1].use()
    for (const id of all) {
      const asked: string[] = []
      for (const pod of pods) asked.push(...(await pod.shardsOf(id)), ...(await pod.shardsOf(id)))
      if (new Set(asked).size > 1) {
        throw pods[0].wrong(`on three pods, twice each, ${show(id)} asks\n  ${asked.join(', ')}`)
      }
    }
  })

  test('the same id asks the same shard a second, a day or a year later', async () => {
    const before = limiterOf(80, 8)
    const first = new Map<string, string>()
    for (const later of [0, 1000, 60_000, 3_600_000, 86_400_000, 40 * 86_400_000, YEAR]) {
      await clockAt(T + later, async () => {
        for (const pod of [before, limiterOf(80, 8)]) {
          for (const id of ids(50)) {
            const asked = show(await pod.shardsOf(id))
            const wanted = first.get(id) ?? asked
            first.set(id, wanted)
            if (asked === wanted) continue
            throw pod.wrong(`${id} asks ${wanted}, ${later / 1000} s later ${asked}`)
          }
        }
      })
    }
  })

  test('the same id asks the same shard in another process, which draws its own random numbers', async () => {
    const here = limiterOf(80, 8)
    vi.resetModules()
    const pod = await import('#kata/21-hot-key/sharded-limiter.ts')
    const there = new Sharded((options) => new pod.ShardedLimiter(options), 80, 8)
    for (const id of ids(50)) {
      const [one, other] = [await here.shardsOf(id), await there.shardsOf(id)].map(show)
      if (one !== other) throw here.wrong(`${id} asks ${one}, in another process ${other}`)
    }
  })

  test('what its shard answers is the answer', async () => {
    for (const answer of [allowed(7), denied(1234), denied(1)]) {
      const sharded = limiterOf(100, 4, () => answer)
      const got = await sharded.ask('req-1')
      if (show(got) !== show(answer)) {
        throw sharded.wrong(`the shard answered ${show(answer)}\n  returned ${show(got)}`)
      }
    }
  })

  test('its cost reaches the shard as it is; without one it is 1', async () => {
    const sharded = limiterOf(100, 4)
    const costs = [3, 0.5, 0]
    for (const cost of costs) await sharded.ask('req-1', cost)
    await sharded.ask('req-1')
    const asked = [...sharded.shards.values()].flatMap((shard) => shard.asked)
    const wanted = [...costs, 1].map((cost) => ['req-1', cost])
    if (show(asked) === show(wanted)) return
    throw sharded.wrong(`req-1 at a cost of 3, 0.5, 0 and none\n  asked ${show(asked)}`)
  })

  test('where its shard fails, it rejects with the same error, and asks no other one', async () => {
    const down = new Error('the shard is down')
    for (const id of ids(20)) {
      const sharded = limiterOf(100, 4, () => Promise.reject(down))
      const outcome = await sharded.outcome(id)
      if (!('threw' in outcome) || outcome.threw !== down) {
        throw sharded.wrong(`a shard rejects with ${down}\n  got ${show(outcome)}`)
      }
      if (sharded.asked === 1) continue
      throw sharded.wrong(`a shard rejects: ${sharded.asked} times a shard is asked\n  expected 1`)
    }
  })
})

describe('parameters', () => {
  const make = (limit: number, shards: number, key = 'rl:big') =>
    new ShardedLimiter({
      key,
      limit,
      shards,
      create: () => ({ tryAcquire: async () => allowed(1) }),
    })

  test('limit must be an integer ≥ 1', () => {
    for (const limit of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      refuses(`limit: ${limit}, shards: 1`, () => make(limit, 1), 'limit', limit)
    }
  })

  test('shards must be an integer from 1 to limit', () => {
    for (const shards of [0, -1, 1.5, Number.NaN, 11, Number.POSITIVE_INFINITY]) {
      refuses(`limit: 10, shards: ${shards}`, () => make(10, shards), 'shards', shards)
    }
  })

  test('key must be without braces, which would put all shards into one slot', () => {
    for (const key of ['rl:{u42}', '{', 'a}']) {
      refuses(`key: '${key}'`, () => make(10, 2, key), 'key', key)
    }
  })
})
