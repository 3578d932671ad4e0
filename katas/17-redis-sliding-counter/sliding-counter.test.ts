import { describe, test } from 'vitest'
import source from '#kata/17-redis-sliding-counter/sliding-counter.lua'
import {
  frameBegins,
  keptUntil,
  replayKept,
  slidingCounterScript,
  useRedis,
  windowSetting,
} from '#support/redis'

const redis = useRedis()
const script = slidingCounterScript(source)

/** A request and the right reply to it; a wait that is left out may be any, of several each is right. */
type Row = readonly [
  at: number,
  allowed: 0 | 1,
  count: number,
  remaining: number,
  retryAfterMs?: number | readonly number[],
]

/** One key's requests, each with the right reply: [at, allowed, count, remaining, retryAfterMs]. */
const counter = (limit: number, windowMs: number, rows: readonly Row[]) =>
  replayKept(
    redis,
    script,
    windowSetting(limit, windowMs),
    rows.map(([at, allowed, count, remaining, wait], i) => {
      const retryAfterMs = wait ?? (allowed === 1 ? 0 : undefined)
      const waits = retryAfterMs === undefined ? {} : { retryAfterMs }
      return {
        at,
        argv: [windowMs, limit],
        expected: { allowed, count, ...waits, remaining },
        name: `request ${i + 1}`,
      }
    }),
  )

/** `n` requests at one instant, the first of a frame; none is left after them. */
const fill = (n: number, at: number) =>
  Array.from({ length: n }, (_, i): Row => [at, 1, i + 1, n - 1 - i])

const denied = (n: number, at: number, count: number) => new Array<Row>(n).fill([at, 0, count, 0])

/**
 * The wait in a full frame that ends in `left` ms. Its very end will do at core; that there the frame still
 * counts whole, as the one before, so that a ms more is needed, is for a star.
 */
const untilItEnds = (left: number) => [left + 1, left]

/** Requests at these times; after the last one the key lives up to `until` at least. */
async function kept(limit: number, windowMs: number, times: readonly number[], until = 0) {
  const argv = [windowMs, limit]
  const steps = times.map((at, i) => ({ at, argv, expected: {}, name: `request ${i + 1}` }))
  await keptUntil(redis, script, windowSetting(limit, windowMs), steps, until)
}

// First, so that a TTL that is wrong is told as such, and not by the counts that come of it.
describe('the TTL', () => {
  test('after every call the key has a TTL, of at most two windows', async () => {
    for (const windowMs of [65_536, 8]) {
      await kept(1, windowMs, [0, 1, windowMs - 1, windowMs, windowMs + 1, 7 * windowMs + 3])
    }
  })

  test('the TTL is long enough: a count is there until the next frame ends', async () => {
    await kept(128, 1024, new Array(128).fill(0), 2032) // 128 × 16/1024 is 2
    await kept(2, 2000, [0, 3000, 3000], 4010) // by its frame, not by when the key was made
    await kept(2, 64, [0, 0, 10], 66) // a denied request does not shorten it
  })
})

describe('the estimate', () => {
  test('100 at 59.9 s and 100 at 60.1 s, limit 100 a minute: 101 are let in', async () => {
    await counter(100, 60_000, [
      ...fill(100, 59_900),
      [60_100, 1, 1, 0], // 100 × 0.998 + 0 is below 100; with this one it is not
      ...denied(99, 60_100, 1),
    ])
  })

  test('with nothing in the frame before, limit requests are let in', async () => {
    await counter(3, 64, [
      [10, 1, 1, 2],
      [10, 1, 2, 1],
      [63, 1, 3, 0],
      [63, 0, 3, 0],
    ])
    await counter(10, 1024, [...fill(10, 5), [5, 0, 10, 0]])
  })

  test('the frame before counts by the part of it that the window still covers', async () => {
    await counter(4, 64, [
      ...fill(4, 40),
      [64 + 16, 1, 1, 0], // 4 × 48/64 is 3
      [64 + 16, 0, 1, 0, 1],
      [64 + 17, 1, 2, 0], // 4 × 47/64 + 1 is less than 4
      [64 + 17, 0, 2, 0, 16],
      [64 + 32, 0, 2, 0, 1], // 4 × 32/64 + 2
      [64 + 33, 1, 3, 0],
    ])
  })

  test('at the first instant of a frame, the one before counts whole', async () => {
    await counter(2, 64, [
      ...fill(2, 63),
      [64, 0, 0, 0, 1],
      [65, 1, 1, 0], // 2 × 63/64 is less than 2
    ])
  })

  test('a share of 0.98 is below 1: the estimate is not rounded', async () => {
    await counter(1, 60_000, [
      [59_999, 1, 1, 0],
      [60_000, 0, 0, 0, 1],
      [61_000, 1, 1, 0],
    ])
  })

  test('remaining takes the frame before into account, and a part of one counts as one', async () => {
    await counter(8, 64, [
      ...fill(8, 0),
      [64 + 32, 1, 1, 3], // 4 + 1
      [64 + 33, 1, 2, 3], // 3.875 + 2, and three more make 8.875: the last began below 8
      [64 + 33, 1, 3, 2],
      [64 + 33, 1, 4, 1],
      [64 + 33, 1, 5, 0],
      [64 + 33, 0, 5, 0],
    ])
    await counter(10, 1000, [
      ...fill(10, 900),
      [1150, 1, 1, 1], // 8.5 + 1
      [1150, 1, 2, 0],
      [1150, 0, 2, 0],
    ])
  })

  test('the formula is the promise, not the limit in every window', async () => {
    await counter(128, 1024, [
      ...fill(128, 1023),
      ...fill(127, 2040), // 255 in the last 1,017 ms: 128 × 8/1024 is 1
      [2040, 0, 127, 0],
    ])
  })

  test('a denied request is counted nowhere', async () => {
    await counter(2, 64, [
      ...fill(2, 0),
      ...denied(20, 0, 2),
      [96, 1, 1, 0], // 2 × 32/64
      ...denied(20, 96, 1),
      [160, 1, 1, 1], // 1 × 32/64
    ])
  })
})

describe('frames', () => {
  test('they lie at whole multiples of windowMs, whenever the first request comes', async () => {
    await counter(2, 64, [
      ...fill(2, 60),
      [66, 1, 1, 0], // 2 × 62/64; had the frame begun at 60, it would be full
      [66, 0, 1, 0],
    ])
  })

  test('after an idle frame nothing is left of the frame before it', async () => {
    await counter(2, 64, [...fill(2, 63), ...fill(2, 130), [130, 0, 2, 0]])
    await counter(2, 64, [
      ...fill(2, 0),
      [130, 1, 1, 1],
      [192, 1, 1, 0], // the frame before holds one
      [192, 0, 1, 0, 1],
    ])
  })

  test('after many idle frames up to limit are let in, and no more', async () => {
    for (const at of [64 * 5, 64 * 5 + 63, 1_000_000, 2 ** 42]) {
      await counter(3, 64, [...fill(3, 7), ...fill(3, at), [at, 0, 3, 0]])
    }
  })

  test('a frame goes on over the end of a second', async () => {
    await counter(2, 64, [
      [970, 1, 1, 1],
      [1001, 1, 2, 0],
      [1023, 0, 2, 0, untilItEnds(1)],
      [1025, 1, 1, 0],
    ])
    await counter(1, 2048, [
      [950, 1, 1, 0],
      [1050, 0, 1, 0, untilItEnds(998)],
      [2047, 0, 1, 0, untilItEnds(1)],
    ])
  })

  test('a window may be a year', async () => {
    const year = 365 * 24 * 60 * 60 * 1000
    const ends = frameBegins(year)
    await counter(1, year, [
      [0, 1, 1, 0],
      [ends - 1000, 0, 1, 0],
      [ends - 1, 0, 1, 0],
      [ends, 0, 0, 0, 1],
      [ends + 1_000_000, 1, 1, 0],
    ])
  })
})

describe('expiry', () => {
  test('a count is kept until the next frame ends: its share decides to the last', async () => {
    await counter(128, 1024, [
      ...fill(128, 0),
      [1024 + 1008, 1, 1, 125], // 128 × 16/1024 is 2
    ])
    await counter(4, 64, [...fill(4, 0), [66, 1, 1, 0], [66, 0, 1, 0]])
  })

  test('a count is kept by its frame, not by when the key was made', async () => {
    await counter(2, 64, [
      [0, 1, 1, 1],
      [100, 1, 1, 1], // 1 × 28/64
      [100, 1, 2, 0],
      [129, 1, 1, 0], // 2 × 63/64
    ])
  })

  test('a denied request does not shorten the life of the counts', async () => {
    await counter(2, 64, [...fill(2, 0), ...denied(2, 10, 2), [66, 1, 1, 0], [66, 0, 1, 0]])
  })
})

// Last, so that nothing that goes wrong here costs a core test.
describe('for a star', () => {
  test('stretch: no rounding decides: 27 are let in at 80400, not 28', async () => {
    await counter(60, 60_000, [
      ...Array.from({ length: 50 }, (_, i): Row => [0, 1, i + 1, 59 - i]),
      ...fill(27, 80_400),
      [80_400, 0, 27, 0, 1], // 50 × 39600/60000 is just 33
    ])
  })
})
