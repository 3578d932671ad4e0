import { describe, test } from 'vitest'
import source from '#kata/15-redis-sliding-log/sliding-log.lua'
import {
  keptUntil,
  type Row,
  replayRows,
  replayScript,
  slidingLogScript,
  stepsOf,
  useRedis,
  windowSetting,
} from '#support/redis'

const redis = useRedis()
const script = slidingLogScript(source)
const log = (limit: number, windowMs: number, rows: readonly Row[]) =>
  replayRows(redis, script, limit, windowMs, rows)

/** Requests at these times; after the last one the key lives up to `until` at least. */
async function kept(limit: number, windowMs: number, times: readonly number[], until = 0) {
  const steps = times.map((at, i) => {
    return { at, argv: [windowMs, limit, `req-${i + 1}`], expected: {} }
  })
  await keptUntil(redis, script, windowSetting(limit, windowMs), steps, until)
}

// First, so that a TTL that is wrong is told as such, and not by the counts that come of it.
describe('the TTL', () => {
  test('after every call the key has a TTL, of at most two windows', async () => {
    await kept(1, 60_000, [0, 1, 59_999, 60_000])
  })

  test('the TTL is long enough: a request is there until windowMs after it', async () => {
    await kept(3, 60_000, [0], 59_999)
    await kept(3, 60_000, [0, 40], 60_039)
    await kept(1, 1000, [0, 500], 999) // a denied request does not shorten it
  })
})

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
    const [limit, windowMs] = [600, 60_000]
    const rows: readonly Row[] = [
      ...Array.from({ length: limit }, (_, i): Row => [3 * i, 1, i + 1, 0]),
      [3 * limit, 0, limit, windowMs - 3 * limit],
      [windowMs + 2, 1, limit, 0],
      [windowMs + 2, 0, limit, 1],
      [windowMs + 3, 1, limit, 0],
    ]
    const setting = `limit ${limit}, windowMs ${windowMs}`
    const place = { client: redis.client, key: redis.key(), setting }
    await replayScript(script, place, stepsOf(limit, windowMs, rows))
  })

  test.for([128, 129])('a limit of %i: each request leaves in its turn', async (limit) => {
    // Redis keeps a sorted set of up to 128 entries in one form, and a larger one in another.
    const windowMs = 1000
    const rows: readonly Row[] = [
      ...Array.from({ length: limit }, (_, i): Row => [i, 1, i + 1, 0]),
      [limit, 0, limit, windowMs - limit],
      ...Array.from({ length: limit }, (_, i) => windowMs + i).flatMap((at): Row[] => [
        [at, 1, limit, 0],
        [at, 0, limit, at < windowMs + limit - 1 ? 1 : windowMs - limit + 1],
      ]),
      [2 * windowMs + limit, 1, 1, 0],
    ]
    const setting = `limit ${limit}, windowMs ${windowMs}`
    const place = { client: redis.client, key: redis.key(), setting }
    await replayScript(script, place, stepsOf(limit, windowMs, rows))
  })

  test('9,000 requests that leave at once leave at once', async () => {
    const [limit, windowMs, key] = [9000, 1000, redis.key()]
    const setting = `limit ${limit}, windowMs ${windowMs}, full of requests made at 0 ms`
    const place = { client: redis.client, key, setting }
    await replayScript(
      script,
      place,
      stepsOf(limit, windowMs, [
        [0, 1, 1, 0],
        [0, 1, 2, 0],
      ]),
    )
    const full = await fillLog(key, limit)
    if (full) await replayScript(script, place, stepsOf(limit, windowMs, [[999, 0, limit, 1]]))
    await replayScript(script, place, stepsOf(limit, windowMs, [[1000, 1, 1, 0]]))
  })

  /**
   * Fills a log that two requests have begun, if it is the usual one: a sorted set of the ids, by one
   * score for one instant. Thousands of calls would take a right script of another kind too long.
   */
  async function fillLog(key: string, limit: number): Promise<boolean> {
    const keys = await redis.keysUnder(key)
    if (keys.length !== 1 || (await redis.client.type(key)) !== 'zset') return false
    const [first, score, second, same] = await redis.client.zrange(key, '0', '-1', 'WITHSCORES')
    if (!first?.startsWith('req-') || !second?.startsWith('req-') || !score || score !== same) {
      return false
    }
    const more = Array.from({ length: limit - 2 }, (_, i) => [score, `more-${i}`]).flat()
    await redis.client.call('ZADD', key, ...more)
    return true
  }

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
