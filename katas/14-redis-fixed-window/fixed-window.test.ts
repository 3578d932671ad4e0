import { describe, test } from 'vitest'
import source from '#kata/14-redis-fixed-window/fixed-window.lua'
import {
  fixedWindowScript,
  frameBegins,
  heldInMicros,
  type InMicros,
  keptUntil,
  type Row,
  replayKept,
  useRedis,
  windowSetting,
} from '#support/redis'

const redis = useRedis()
const script = fixedWindowScript(source)

/** One key's requests, each with the right reply: [at, allowed, count, retryAfterMs]. */
const fixed = (limit: number, windowMs: number, rows: readonly Row[]) =>
  replayKept(
    redis,
    script,
    windowSetting(limit, windowMs),
    rows.map(([at, allowed, count, retryAfterMs], i) => ({
      at,
      argv: [windowMs, limit],
      expected: { allowed, count, retryAfterMs },
      name: `request ${i + 1}`,
    })),
  )

/** `n` requests at one instant, all allowed, the first of them the frame's number `from`. */
const burst = (n: number, at: number, from = 1) =>
  Array.from({ length: n }, (_, i): Row => [at, 1, from + i, 0])

/** Requests at these times; after the last one the key lives up to `until` at least. */
async function kept(limit: number, windowMs: number, times: readonly number[], until = 0) {
  const argv = [windowMs, limit]
  const steps = times.map((at, i) => ({ at, argv, expected: {}, name: `request ${i + 1}` }))
  await keptUntil(redis, script, windowSetting(limit, windowMs), steps, until)
}

// First, so that a TTL that is wrong is told as such, and not by the counts that come of it.
describe('the TTL', () => {
  test('after every call the key has a TTL, of at most two windows', async () => {
    for (const windowMs of [60_000, 10]) {
      await kept(1, windowMs, [0, 1, windowMs - 1, windowMs + 1, 7 * windowMs + 3])
    }
  })

  test('the TTL is long enough: the count is there until its frame ends', async () => {
    await kept(3, 60_000, [0], 59_999)
    await kept(3, 60_000, [0, 40, 59_000], 59_999)
    await kept(1, 1000, [900, 950], 999) // a denied request does not shorten it
  })
})

// In no row of a core test is a frame's first ms asked about when the frame before it was not empty.
describe('the frame', () => {
  test('a frame allows limit requests and denies the next, until it ends', async () => {
    await fixed(3, 60_000, [
      [0, 1, 1, 0],
      [40, 1, 2, 0],
      [90, 1, 3, 0],
      [134, 0, 3, 59_866],
      [59_999, 0, 3, 1],
      [60_001, 1, 1, 0],
    ])
  })

  test('frames lie on the clock, wherever the first request falls', async () => {
    await fixed(1, 1000, [
      [900, 1, 1, 0],
      [999, 0, 1, 1],
      [1001, 1, 1, 0],
      [1900, 0, 1, 100],
      [1999, 0, 1, 1],
      [2001, 1, 1, 0],
    ])
  })

  test('a request does not lengthen the frame that it is in', async () => {
    await fixed(3, 1000, [
      [0, 1, 1, 0],
      [600, 1, 2, 0],
      [900, 1, 3, 0],
      [999, 0, 3, 1],
      [1001, 1, 1, 0],
      [1500, 1, 2, 0],
      [2001, 1, 1, 0],
    ])
  })

  test('nor does a denied one', async () => {
    await fixed(1, 1000, [
      [0, 1, 1, 0],
      [600, 0, 1, 400],
      [999, 0, 1, 1],
      [1001, 1, 1, 0],
    ])
  })

  test('the flaw: 100 at 59.9 s and 100 at 60.1 s are all allowed', async () => {
    await fixed(100, 60_000, [
      ...burst(100, 59_900),
      [59_900, 0, 100, 100],
      ...burst(100, 60_100), // 200 in 0.2 s, where 100 a minute was promised
      [60_100, 0, 100, 59_900],
    ])
  })

  test('denied requests count nowhere: count stays at limit', async () => {
    await fixed(2, 3000, [
      ...burst(2, 0),
      [200, 0, 2, 2800],
      [200, 0, 2, 2800],
      [300, 0, 2, 2700],
      ...burst(2, 3001),
      [3100, 0, 2, 2900],
    ])
  })

  test('what a frame did not use is gone with it', async () => {
    await fixed(2, 1000, [
      [0, 1, 1, 0],
      ...burst(2, 1001),
      [1001, 0, 2, 999],
      ...burst(2, 50_000),
      [50_000, 0, 2, 1000],
    ])
  })

  test('after idle frames the limit holds as before', async () => {
    await fixed(2, 1000, [
      ...burst(2, 10),
      ...burst(2, 3500),
      [3500, 0, 2, 500],
      [3999, 0, 2, 1],
      ...burst(2, 1_000_000_000),
      [1_000_000_000, 0, 2, 1000],
    ])
  })

  test('the last ms of a frame is part of it', async () => {
    await fixed(2, 1000, [
      ...burst(2, 999),
      [999, 0, 2, 1],
      [999, 0, 2, 1],
      ...burst(2, 1001),
      [1001, 0, 2, 999],
    ])
    await fixed(2, 1, [...burst(2, 7), [7, 0, 2, 1], [7, 0, 2, 1], ...burst(2, 9)])
  })

  test('time is milliseconds: a second has a thousand of them', async () => {
    await fixed(1, 2000, [
      [63_900, 1, 1, 0],
      [63_999, 0, 1, 1],
      [64_001, 1, 1, 0],
      [65_999, 0, 1, 1],
      [66_001, 1, 1, 0],
    ])
    await fixed(1, 100, [
      [905, 1, 1, 0],
      [999, 0, 1, 1],
      [1001, 1, 1, 0],
      [1099, 0, 1, 1],
      [1101, 1, 1, 0],
    ])
  })

  test('the wait is whole ms, rounded up, for who takes TIME to the µs, too', async () => {
    const limiter: InMicros = {
      setting: windowSetting(1, 1000).setting,
      is: { is: 'fixed window', limit: 1, windowMs: 1_000_000 },
      reply: ({ allowed, remaining, retryAfterMs }) => {
        return { allowed: Number(allowed), count: 1 - remaining, retryAfterMs }
      },
    }
    const place = { client: redis.client, key: redis.key() }
    const times = [1000, 134_377, 998_999, 999_999]
    const requests = times.map((us) => ({ us, argv: [1000, 1] }))
    await heldInMicros(script, place, limiter, requests)
  })

  test('windows need not be whole seconds, nor divide one', async () => {
    await fixed(1, 1500, [
      [1400, 1, 1, 0],
      [1499, 0, 1, 1],
      [1501, 1, 1, 0],
      [2999, 0, 1, 1],
    ])
    const begins = frameBegins(7)
    await fixed(1, 7, [
      [begins + 8, 1, 1, 0],
      [begins + 8, 0, 1, 6],
      [begins + 13, 0, 1, 1],
      [begins + 15, 1, 1, 0],
      [begins + 15, 0, 1, 6],
    ])
  })

  test('a limit of two digits is a number, too', async () => {
    for (const limit of [9, 10, 100]) {
      await fixed(limit, 60_000, [...burst(limit, 5), [5, 0, limit, 59_995]])
    }
  })

  test('a limit may be as large as numbers go', async () => {
    for (const limit of [3_000_000_000, Number.MAX_SAFE_INTEGER]) {
      await fixed(limit, 60_000, burst(3, 5))
    }
  })

  test('a limit of hundreds is counted to the end', async () => {
    await fixed(600, 60_000, [
      ...Array.from({ length: 600 }, (_, i): Row => [3 * i, 1, i + 1, 0]),
      [1800, 0, 600, 58_200],
      [59_999, 0, 600, 1],
      ...burst(2, 60_001),
    ])
  })

  test('a window may be a year', async () => {
    const year = 365 * 24 * 60 * 60 * 1000
    const ends = frameBegins(year)
    await fixed(1, year, [
      [0, 1, 1, 0],
      [1, 0, 1, ends - 1],
      [ends - 1, 0, 1, 1],
      [ends + 1, 1, 1, 0],
      [ends + year - 1, 0, 1, 1],
    ])
  })
})

// Last, so that nothing that goes wrong here costs a core test.
describe('for a star', () => {
  test('stretch: the first ms of a frame inherits nothing from the frame before', async () => {
    await fixed(1, 1000, [
      [0, 1, 1, 0],
      [999, 0, 1, 1],
      [1000, 1, 1, 0],
      [1000, 0, 1, 1000],
      [2000, 1, 1, 0],
    ])
    await fixed(5, 60_000, [...burst(5, 59_999), ...burst(5, 60_000), [60_000, 0, 5, 60_000]])
    await fixed(2, 3000, [...burst(2, 0), [200, 0, 2, 2800], [3000, 1, 1, 0], [3100, 1, 2, 0]])
    // A day: the next one begins 16 hours after 0 here.
    const [day, next] = [86_400_000, 57_600_000]
    await fixed(1, day, [
      [next, 1, 1, 0],
      [next, 0, 1, day],
      [next + day, 1, 1, 0],
    ])
  })

  test('stretch: frames of one ms each: each has its own count', async () => {
    await fixed(1, 1, [
      [0, 1, 1, 0],
      [0, 0, 1, 1],
      [1, 1, 1, 0],
      [2, 1, 1, 0],
      [2, 0, 1, 1],
    ])
  })
})
