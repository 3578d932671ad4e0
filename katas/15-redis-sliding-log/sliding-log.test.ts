import { describe, inject, test } from 'vitest'
import source from '#kata/15-redis-sliding-log/sliding-log.lua'
import { RedisScript, RedisSlidingLog } from '#kit'
import { Wrong } from '#support'
import {
  dropTtl,
  evalWithTime,
  replayScript,
  type ScriptStep,
  ScriptUnderTest,
  START_MS,
  showReply,
  useRedis,
  virtualPttl,
  withPods,
} from '#support/redis'

const redis = useRedis()
const script = new ScriptUnderTest(source, 'sliding-log.lua', ['allowed', 'count', 'retryAfterMs'])

type Row = readonly [at: number, allowed: 0 | 1, count: number, retryAfterMs: number]

let requests = 0
const requestId = () => `req-${++requests}`

/** One key's requests in order, each with a new id, and the right reply to each. */
async function log(limit: number, windowMs: number, rows: readonly Row[]): Promise<string> {
  requests = 0
  const key = redis.key()
  const steps = rows.map(([at, allowed, count, retryAfterMs]): ScriptStep => {
    const argv = [windowMs, limit, requestId()]
    return { at, argv, expected: { allowed, count, retryAfterMs } }
  })
  const setting = `limit ${limit}, windowMs ${windowMs}`
  await replayScript(script, { client: redis.client, key, setting }, steps, ({ at }) =>
    everyKeyHasTtl(key, at, windowMs),
  )
  return key
}

/** A key without a TTL stays for ever once its user is gone. */
async function everyKeyHasTtl(key: string, at: number, windowMs: number): Promise<void> {
  const now = (START_MS + at) * 1000
  for (const one of await redis.keysUnder(key)) {
    const ttl = await virtualPttl(redis.client, one, Math.round(now))
    if (ttl === -1) throw new Wrong('and the key has no TTL: it stays for ever')
    if (ttl > 2 * windowMs + 1000) {
      throw new Wrong(`and the key's TTL is ${ttl} ms: more than two windows`)
    }
  }
}

/** Two requests, the TTL taken away between them: the second must give the key a TTL again. */
async function ttlComesBack(limit: number, allowed: 0 | 1): Promise<void> {
  const [key, windowMs] = [redis.key(), 1000]
  const setting = `limit ${limit}, windowMs ${windowMs}; PERSIST takes the TTL away after req-1`
  const replies = [
    { allowed: 1, count: 1, retryAfterMs: 0 },
    { allowed, count: Math.min(2, limit), retryAfterMs: allowed === 1 ? 0 : 990 },
  ]
  const steps = replies.map((expected, i) => ({
    at: 10 * i,
    argv: [windowMs, limit, `req-${i + 1}`],
    expected,
  }))
  await replayScript(script, { client: redis.client, key, setting }, steps, async ({ at }) => {
    await everyKeyHasTtl(key, at, windowMs)
    if (at > 0) return
    for (const one of await redis.keysUnder(key)) await dropTtl(redis.client, one)
  })
}

describe('the window', () => {
  test('up to limit requests are allowed, and the next must wait for the oldest', async () => {
    await log(3, 60_000, [
      [0, 1, 1, 0],
      [40, 1, 2, 0],
      [90, 1, 3, 0],
      [134, 0, 3, 59_866],
    ])
  })

  test('a request exactly windowMs old is already out', async () => {
    await log(1, 1000, [
      [0, 1, 1, 0],
      [999, 0, 1, 1],
      [1000, 1, 1, 0],
      [1999, 0, 1, 1],
      [2000, 1, 1, 0],
    ])
  })

  test('requests in the same ms all count', async () => {
    const burst = Array.from(
      { length: 10 },
      (_, i): Row => (i < 3 ? [5, 1, i + 1, 0] : [5, 0, 3, 1000]),
    )
    await log(3, 1000, burst)
  })

  test('what was denied leaves nothing behind', async () => {
    await log(2, 3000, [
      [0, 1, 1, 0],
      [100, 1, 2, 0],
      [200, 0, 2, 2800],
      [300, 0, 2, 2700],
      [3000, 1, 2, 0],
      [3100, 1, 2, 0],
      [3100, 0, 2, 2900],
    ])
  })

  test('the wait is until the oldest request leaves, not the newest', async () => {
    await log(2, 60_000, [
      [0, 1, 1, 0],
      [10_000, 1, 2, 0],
      [20_000, 0, 2, 40_000],
    ])
  })

  test('requests that have left no longer count, before anything is decided', async () => {
    await log(2, 1000, [
      [0, 1, 1, 0],
      [900, 1, 2, 0],
      [1500, 1, 2, 0],
      [1500, 0, 2, 400],
      [9000, 1, 1, 0],
    ])
  })

  test('time is milliseconds: a second has a thousand of them', async () => {
    await log(1, 2000, [
      [63_900, 1, 1, 0],
      [65_899, 0, 1, 1],
      [65_900, 1, 1, 0],
    ])
  })

  test('a limit of two digits is a number, too', async () => {
    await log(10, 60_000, [
      ...Array.from({ length: 10 }, (_, i): Row => [i, 1, i + 1, 0]),
      [10, 0, 10, 59_990],
    ])
    await log(9, 60_000, [
      ...Array.from({ length: 9 }, (_, i): Row => [i, 1, i + 1, 0]),
      [9, 0, 9, 59_991],
    ])
  })

  test('a denied request does not shorten the life of the log', async () => {
    await log(2, 1000, [
      [0, 1, 1, 0],
      [900, 1, 2, 0],
      [950, 0, 2, 50],
      [1001, 1, 2, 0],
      [1001, 0, 2, 899],
    ])
  })

  test('a window may be a year', async () => {
    const day = 24 * 60 * 60 * 1000
    await log(1, 365 * day, [
      [0, 1, 1, 0],
      [day + 1, 0, 1, 364 * day - 1],
      [200 * day, 0, 1, 165 * day],
      [365 * day, 1, 1, 0],
    ])
  })

  test('a limit of hundreds is kept, in order', async () => {
    const limit = 600
    await log(limit, 60_000, [
      ...Array.from({ length: limit }, (_, i): Row => [3 * i, 1, i + 1, 0]),
      [3 * limit, 0, limit, 60_000 - 3 * limit],
      [60_002, 1, limit, 0],
      [60_002, 0, limit, 1],
      [60_003, 1, limit, 0],
    ])
  })

  test('9,000 requests that leave at once leave at once', { timeout: 60_000 }, async () => {
    const key = redis.key()
    const argv = (id: number) => [1000, 9000, `req-${id}`]
    for (let id = 0; id < 9000; id++)
      await script.call(redis.client, key, { at: 0, argv: argv(id) })
    const setting = 'limit 9000, windowMs 1000, after 9,000 requests at 0 ms'
    await replayScript(script, { client: redis.client, key, setting }, [
      { at: 999, argv: argv(9000), expected: { allowed: 0, count: 9000, retryAfterMs: 1 } },
      { at: 1000, argv: argv(9001), expected: { allowed: 1, count: 1, retryAfterMs: 0 } },
    ])
  })

  test('request ids that are alike are different requests', async () => {
    const ids = [
      ...[
        'a',
        'A',
        'a:1',
        'a:2',
        '1:a',
        '2:a',
        '1',
        '01',
        '1.0',
        '1e0',
        '0x1',
        ' 1',
        '1 ',
        'é',
        'è',
      ],
      ...['4c1f0000-0000-4000-8000-000000000001', '4c1f0000-0000-4000-8000-000000000002'],
      ...['5c1f0000-0000-4000-8000-000000000002', `${'x'.repeat(100)}1`, `${'x'.repeat(100)}2`],
    ]
    const steps = ids.map((id, i) => ({
      at: 0,
      argv: [1000, 100, id],
      expected: { allowed: 1, count: i + 1, retryAfterMs: 0 },
    }))
    const setting = 'limit 100, windowMs 1000'
    await replayScript(script, { client: redis.client, key: redis.key(), setting }, steps)
  })

  test('the log lives as long as its newest request is in the window', async () => {
    const minute = 60_000
    await log(10, 60 * minute, [
      [0, 1, 1, 0],
      ...Array.from({ length: 8 }, (_, i): Row => [59 * minute + i, 1, i + 2, 0]),
      [61 * minute, 1, 9, 0],
      [61 * minute, 1, 10, 0],
      [61 * minute, 0, 10, 58 * minute],
    ])
  })
})

describe('the key', () => {
  test('after every call the key has a TTL, of at most two windows', async () => {
    await log(1, 60_000, [
      [0, 1, 1, 0],
      [1, 0, 1, 59_999],
      [59_999, 0, 1, 1],
      [60_000, 1, 1, 0],
    ])
  })

  test('a TTL that was lost is there again after the next allowed request', async () => {
    await ttlComesBack(2, 1)
  })

  test('what is kept is bounded by the limit, however many are denied', async () => {
    const key = redis.key()
    const deny = async (from: number, to: number) => {
      for (let i = from; i < to; i++) {
        await script.call(redis.client, key, { at: i, argv: [60_000, 2, `req-${i}`] })
      }
      const sizes = await Promise.all(
        (await redis.keysUnder(key)).map((one) => redis.client.memory('USAGE', one, 'SAMPLES', 0)),
      )
      return sizes.reduce<number>((sum, bytes) => sum + Number(bytes), 0)
    }
    const [before, after] = [await deny(0, 100), await deny(100, 600)]
    if (after - before > 4096) {
      throw new Wrong(`limit 2, 500 denied requests: the keys grew by ${after - before} bytes`)
    }
  })

  test('each key has a log of its own', async () => {
    for (const name of ['a', 'b']) {
      const reply = await script.call(redis.client, redis.key(name), {
        at: 0,
        argv: [1000, 1, name],
      })
      if (reply.allowed !== 1)
        throw new Wrong(`the first request of key ${name}: ${showReply(reply)}`)
    }
  })
})

describe('on the real clock', () => {
  test('the script as it stands, checked against the TIME that it saw', async () => {
    const [limit, windowMs, key] = [3, 3_600_000, redis.key()]
    const hits: number[] = []
    await script.assertEnds(redis.client, redis.key(), [windowMs, limit, 'first'])
    for (let i = 1; i <= 6; i++) {
      const { nowUs, reply } = await run(key, [windowMs, limit, `req-${i}`])
      if (hits.length < limit) hits.push(nowUs)
      const oldest = hits[0] ?? nowUs
      const count = Math.min(i, limit)
      const waits = [
        Math.floor(oldest / 1000) + windowMs - Math.floor(nowUs / 1000),
        Math.ceil((oldest + windowMs * 1000 - nowUs) / 1000),
      ]
      const right = i <= limit ? [`1 ${count} 0`] : waits.map((wait) => `0 ${count} ${wait}`)
      const { allowed, count: counted, retryAfterMs } = script.read(reply)
      const got = `${allowed} ${counted} ${retryAfterMs}`
      if (!right.includes(got)) {
        throw new Wrong(
          `limit ${limit}, windowMs ${windowMs}: request ${i}, at TIME ${nowUs} µs\n` +
            `  replied   ${got}\n  expected  ${[...new Set(right)].join(' or ')}`,
        )
      }
    }
  })

  async function run(key: string, argv: readonly (string | number)[]) {
    try {
      return await evalWithTime(redis.client, source, key, argv)
    } catch (error) {
      throw script.explain(error)
    }
  }

  test('through the limiter of the kit: remaining counts down, then the wait begins', async () => {
    const limiter = new RedisSlidingLog({
      client: redis.client,
      script: new RedisScript(source),
      key: redis.key(),
      limit: 2,
      windowMs: 3_600_000,
    })
    const decisions = []
    await script.assertEnds(redis.client, redis.key(), [3_600_000, 2, 'first'])
    try {
      for (let i = 0; i < 3; i++) decisions.push(await limiter.tryAcquire(`req-${i}`))
    } catch (error) {
      throw script.explain(error)
    }
    const shown = decisions
      .map(({ allowed, remaining }) => `${allowed}, ${remaining} left`)
      .join('; ')
    const wanted = 'true, 1 left; true, 0 left; false, 0 left'
    const wait = decisions[2]?.retryAfterMs ?? 0
    if (shown !== wanted || !(wait > 3_590_000 && wait <= 3_600_000)) {
      throw new Wrong(`limit 2: ${shown}; then wait ${wait} ms\n  expected ${wanted}; then an hour`)
    }
  })

  test('1,000 requests at once from 4 processes against limit 5: exactly 5 are allowed', async () => {
    await script.assertEnds(redis.client, redis.key(), [3_600_000, 5, 'first'])
    const key = redis.key()
    const argvs = Array.from({ length: 1000 }, (_, i) => [3_600_000, 5, `req-${i}`])
    const replies = await withPods(4, inject('redisUrl'), (pods) =>
      pods.fire({ script: source, key, argvs }),
    )
    const allowed = replies.filter((reply) => script.read(reply).allowed === 1).length
    if (allowed !== 5) throw new Wrong(`limit 5, 1,000 requests: ${allowed} were allowed`)
    const next = await run(key, [3_600_000, 5, 'one more'])
    const { count } = script.read(next.reply)
    if (count !== 5) throw new Wrong(`5 were allowed, but the next request's count is ${count}`)
  })
})

// Last, so that nothing that goes wrong here costs a core test.
describe('for a star', () => {
  test('stretch: a TTL that was lost is there again after a denied request', async () => {
    await ttlComesBack(1, 0)
  })
})
