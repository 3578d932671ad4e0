import { createHash } from 'node:crypto'
import { describe, test } from 'vitest'
import { ShardedLimiter } from '#kata/21-hot-key/sharded-limiter.ts'
import type { Decision } from '#kit'
import { allowed, asyncKeepsWithin, denied, ids, Sharded, show } from '#support'

const limiterOf = (limit: number, shards: number) =>
  new Sharded((options) => new ShardedLimiter(options), limit, shards)

describe('the load', () => {
  const shapes: Record<string, (i: number) => string> = {
    'req-0, req-1, …': (i) => `req-${i}`,
    'numbers: 0, 1, …': String,
    'times in ms': (i) => String(1_760_000_000_000 + i),
    'times at whole seconds': (i) => String(1_760_000_000_000 + 1000 * i),
    'numbers of 19 digits': (i) => String(1_234_567_890_123_456_768n + BigInt(i)),
    'counted, with one end': (i) => `${i}@gateway-eu-west-1`,
    UUIDs: (i) => createHash('sha1').update(String(i)).digest('hex').slice(0, 32),
  }

  const COUNTS = [2, 3, 4, 5, 6, 7, 8, 9, 10]
  /** Three divides 33 and 1,000, and so what the best known hash makes of these. */
  const some: Readonly<Record<string, readonly number[]>> = {
    'times at whole seconds': [2, 4, 5, 8, 10],
  }

  test.for(Object.entries(shapes))('ids spread over all shards: %s', async ([shape, id]) => {
    for (const n of some[shape] ?? COUNTS) {
      const sharded = limiterOf(1000, n)
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
    const sharded = limiterOf(1000, 10)
    const got = await sharded.countAllowed(ids(1000))
    if (got < 850) throw sharded.wrong(`1,000 requests: ${got} allowed\n  expected about 960`)
  })

  test('twice as many: all of the limit is allowed, and never more', async () => {
    const sharded = limiterOf(1000, 10)
    const got = await sharded.countAllowed(ids(2000))
    if (got !== 1000) throw sharded.wrong(`2,000 requests: ${got} allowed\n  expected 1,000`)
  })
})

describe('memory', () => {
  test('100,000 ids leave nothing behind', { timeout: 20_000 }, async () => {
    const down = new Error('the shard is down')
    const answers = [async () => allowed(1), async () => denied(1000), () => Promise.reject(down)]
    let asked = 0
    const tryAcquire = () => (answers[asked++ % 3] as () => Promise<Decision>)()
    await asyncKeepsWithin({
      what: '100,000 requests, each with an id of its own; some are denied and some fail',
      make: () =>
        new ShardedLimiter({
          ...{ key: 'rl:big', limit: 100, shards: 4 },
          create: () => ({ tryAcquire }),
        }),
      work: async (limiter) => {
        for (let i = 0; i < 100_000; i++) await limiter.tryAcquire(`req-${i}`).catch(() => {})
      },
      limitBytes: 64 * 1024,
      why: 'the shard follows from the id alone, so there is nothing to remember',
    })
  })
})
