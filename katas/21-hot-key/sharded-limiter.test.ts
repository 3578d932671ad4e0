import { createHash } from 'node:crypto'
import { describe, test } from 'vitest'
import { ShardedLimiter } from '#kata/21-hot-key/sharded-limiter.ts'
import type { AsyncLimiter, Decision } from '#kit'
import {
  allowed,
  asyncKeepsWithin,
  attemptAsync,
  denied,
  refuses,
  show,
  slotOf,
  Wrong,
} from '#support'

interface Shard {
  readonly limit: number
  /** What it was asked: the request's id and its cost. */
  readonly asked: (readonly [requestId: string, cost: number])[]
  count: number
}

type Answer = (shard: Shard, cost: number) => Decision

/** Allows so many requests as its part, ever. */
const counts: Answer = (shard, cost) => {
  if (shard.count + cost > shard.limit) return denied(1000)
  shard.count += cost
  return allowed(shard.limit - shard.count)
}

/** A limiter of the learner's, and the shards that it made. */
class Sharded {
  readonly shards = new Map<string, Shard>()
  readonly made: string
  readonly #limiter: AsyncLimiter

  constructor(limit: number, shards: number, answer: Answer = counts, key = 'rl:big') {
    this.made = `new ShardedLimiter({ key: '${key}', limit: ${limit}, shards: ${shards} })`
    const create = (name: string, part: number): AsyncLimiter => {
      if (this.shards.has(name)) throw this.wrong(`makes the shard ${name} twice`)
      const shard: Shard = { limit: part, asked: [], count: 0 }
      this.shards.set(name, shard)
      return {
        async tryAcquire(requestId, cost = 1) {
          shard.asked.push([requestId, cost])
          return answer(shard, cost)
        },
      }
    }
    this.#limiter = new ShardedLimiter({ key, limit, shards, create })
  }

  async ask(requestId: string, ...cost: readonly number[]): Promise<Decision> {
    const outcome = await attemptAsync(() => this.#limiter.tryAcquire(requestId, ...cost))
    if ('returned' in outcome) return outcome.returned as Decision
    if (outcome.threw instanceof Wrong) throw outcome.threw
    throw this.wrong(`tryAcquire(${show(requestId)}) rejected with ${outcome.threw}`)
  }

  /** How many of these are allowed. */
  async countAllowed(requestIds: readonly string[]): Promise<number> {
    let count = 0
    for (const id of requestIds) if ((await this.ask(id)).allowed) count++
    return count
  }

  /** Asks for so many that every shard has been asked, whenever it was made. */
  async use(): Promise<this> {
    for (const id of ids(1000)) await this.ask(id)
    return this
  }

  /** The keys of the shards that this request asks. */
  async shardsOf(requestId: string): Promise<string[]> {
    const before = new Map([...this.shards].map(([key, { asked }]) => [key, asked.length]))
    await this.ask(requestId)
    return [...this.shards].flatMap(([key, { asked }]) =>
      Array.from({ length: asked.length - (before.get(key) ?? 0) }, () => key),
    )
  }

  wrong(text: string): Wrong {
    return new Wrong(`${this.made}\n  ${text}`)
  }
}

const ids = (n: number, from = 0) => Array.from({ length: n }, (_, i) => `req-${from + i}`)

describe('the shards', () => {
  test('they are key:0 to key:n−1, each made once', async () => {
    for (const [key, n] of [['rl:big', 4] as const, ['', 3] as const, ['é:1', 1] as const]) {
      const sharded = await new Sharded(100, n, counts, key).use()
      const got = [...sharded.shards.keys()].sort()
      const wanted = Array.from({ length: n }, (_, i) => `${key}:${i}`)
      if (got.join() !== wanted.join()) {
        throw sharded.wrong(`made    ${show(got)}\n  expected  ${show(wanted)}`)
      }
    }
  })

  test('each has a hash slot of its own', async () => {
    const sharded = await new Sharded(1000, 10).use()
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
      const sharded = await new Sharded(limit, n).use()
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
      const sharded = await new Sharded(80, 8, answer).use()
      for (const id of ids(50, 5000)) {
        const asked = await sharded.shardsOf(id)
        if (asked.length !== 1) throw sharded.wrong(`${id} asks ${show(asked)}\n  expected one`)
      }
    }
  })

  test('the same id asks the same shard, whenever it comes and on every pod', async () => {
    const pods = [new Sharded(80, 8), new Sharded(80, 8), new Sharded(80, 8)] as const
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

  test('what its shard answers is the answer', async () => {
    for (const answer of [allowed(7), denied(1234), denied(1)]) {
      const sharded = new Sharded(100, 4, () => answer)
      const got = await sharded.ask('req-1')
      if (show(got) !== show(answer)) {
        throw sharded.wrong(`the shard answered ${show(answer)}\n  returned ${show(got)}`)
      }
    }
  })

  test('its cost reaches the shard; without one it is 1', async () => {
    const sharded = new Sharded(100, 4)
    await sharded.ask('req-1', 3)
    await sharded.ask('req-1')
    const asked = [...sharded.shards.values()].flatMap((shard) => shard.asked)
    if (
      show(asked) !==
      show([
        ['req-1', 3],
        ['req-1', 1],
      ])
    ) {
      throw sharded.wrong(`tryAcquire('req-1', 3), tryAcquire('req-1')\n  asked ${show(asked)}`)
    }
  })

  test('where its shard fails, it rejects with the same error', async () => {
    const down = new Error('the shard is down')
    const limiter = new ShardedLimiter({
      ...{ key: 'rl:big', limit: 100, shards: 4 },
      create: () => ({ tryAcquire: () => Promise.reject(down) }),
    })
    const outcome = await attemptAsync(() => limiter.tryAcquire('req-1'))
    if ('threw' in outcome && outcome.threw === down) return
    throw new Wrong(`a shard rejects with ${down}\n  got ${show(outcome)}`)
  })
})

describe('the load', () => {
  const shapes: Record<string, (i: number) => string> = {
    'req-0, req-1, …': (i) => `req-${i}`,
    'times in ms': (i) => String(1_760_000_000_000 + 7 * i),
    UUIDs: (i) => createHash('sha1').update(String(i)).digest('hex').slice(0, 32),
  }

  test.for(Object.entries(shapes))('ids spread over all shards: %s', async ([shape, id]) => {
    for (const n of [2, 4, 10]) {
      const sharded = new Sharded(1000, n)
      for (let i = 0; i < 2000; i++) await sharded.ask(id(i))
      const loads = [...sharded.shards.values()].map(({ asked }) => asked.length)
      while (loads.length < n) loads.push(0)
      const share = 2000 / n
      if (loads.every((load) => load >= share / 2 && load <= share * 1.5)) continue
      throw sharded.wrong(
        `2,000 ids, ${shape}: ${show(loads)} to each shard\n  expected about ${share}`,
      )
    }
  })

  test('as many requests as the limit: skew loses some, but no more than 15 in 100', async () => {
    const sharded = new Sharded(1000, 10)
    const got = await sharded.countAllowed(ids(1000))
    if (got < 850) throw sharded.wrong(`1,000 requests: ${got} allowed\n  expected about 960`)
  })

  test('twice as many: all of the limit is allowed, and never more', async () => {
    const sharded = new Sharded(1000, 10)
    const got = await sharded.countAllowed(ids(2000))
    if (got !== 1000) throw sharded.wrong(`2,000 requests: ${got} allowed\n  expected 1,000`)
  })

  test('100,000 ids leave nothing behind', { timeout: 20_000 }, async () => {
    const create = () => ({ tryAcquire: async () => allowed(1) })
    await asyncKeepsWithin({
      what: '100,000 requests, each with an id of its own',
      make: () => new ShardedLimiter({ key: 'rl:big', limit: 100, shards: 4, create }),
      work: async (limiter) => {
        for (let i = 0; i < 100_000; i++) await limiter.tryAcquire(`req-${i}`)
      },
      limitBytes: 64 * 1024,
      why: 'the shard follows from the id alone, so there is nothing to remember',
    })
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
