import { describe, test } from 'vitest'
import source from '#kata/16-redis-token-bucket/token-bucket.lua'
import { Wrong } from '#support'
import {
  type BucketRow,
  bucketSetting,
  replayBucket,
  replayKept,
  tokenBucketScript,
  ttlsUnder,
  useRedis,
} from '#support/redis'

const redis = useRedis()
const script = tokenBucketScript(source)

/** One bucket's requests, each with the right reply: [at, cost, allowed, tokensLeft, retryAfterMs]. */
const bucket = (capacity: number, refillPerSec: number, rows: readonly BucketRow[]) =>
  replayBucket(redis, script, capacity, refillPerSec, rows)

/** `n` requests at one instant, which leave nothing. */
const drain = (n: number, at: number) =>
  Array.from({ length: n }, (_, i): BucketRow => [at, 1, 1, n - 1 - i, 0])

const every = (step: number, from: number, to: number) =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, i) => from + i * step)

/** Requests at these times, of which just those in `letIn` are allowed. */
const just = (letIn: readonly number[], times: readonly number[]) =>
  times.map((at): BucketRow => [at, 1, letIn.includes(at) ? 1 : 0, undefined])

/**
 * Requests of these costs at 0, whatever is replied: after each the key has a TTL. After the last one it must
 * reach to `until`, where the bucket is not yet full: else only tokens would tell that it was short.
 */
async function kept(capacity: number, rate: number, costs: readonly number[], until: number) {
  const { setting, longestMs } = bucketSetting(capacity, rate)
  const steps = costs.map((cost) => {
    return { at: 0, argv: [capacity, rate, cost], expected: {}, name: `cost ${cost}` }
  })
  const key = await replayKept(redis, script, { setting, longestMs }, steps)
  const ttl = Math.max(0, ...(await ttlsUnder(redis, key, 0)))
  if (ttl >= until) return
  throw new Wrong(
    `${setting}: requests at 0 ms, cost ${costs.join(', ')}\n` +
      `  the key is gone after ${ttl} ms, and a new bucket is full; this one is not at ${until} ms`,
  )
}

// First, so that a TTL that is wrong is told as such, and not by the tokens that come of it.
describe('the TTL', () => {
  test('after every call the key has a TTL, of at most two refills', async () => {
    for (const refillPerSec of [0.25, 1, 16]) await kept(4, refillPerSec, [1, 3, 1], 0)
  })

  test('the TTL is long enough: the key is there until its bucket is full again', async () => {
    await kept(5, 0.5, [1, 1, 1, 1, 1], 9875)
    await kept(5, 0.5, [5, 5], 9875) // a denied request does not shorten it
    await kept(3, 1 / 15, [3], 44_000)
    await kept(1, 3, [1], 300) // full after a third of a second: EXPIRE 0 would delete it
    await kept(3, 1024, [3], 1)
  })

  // None of these fills in whole seconds: a TTL rounded down to them is short.
  test('a refill that takes no whole number of seconds is awaited to its end', async () => {
    await kept(3, 2, [3], 1375)
    await kept(5, 4, [5], 1125)
    await kept(7, 4, [7], 1625)
    await kept(9, 8, [9], 1100)
    await kept(5, 2, [5], 2375)
    await kept(7, 5, [7], 1375)
    await kept(5, 2, [2, 3, 1], 2375)
  })
})

describe('tokens', () => {
  test('a new bucket is full: capacity requests at once, and the next must wait for a token', async () => {
    await bucket(5, 1, [...drain(5, 0), [0, 1, 0, 0, 1000], [0, 1, 0, 0, 1000]])
    await bucket(10, 4, [
      ...drain(10, 0),
      [0, 1, 0, 0, 250],
      ...drain(4, 1000),
      [1000, 1, 0, 0, 250],
    ])
  })

  test('tokens flow in steadily, not once a second', async () => {
    await bucket(4, 2, [
      ...drain(4, 0),
      [250, 1, 0, 0, 250],
      [500, 1, 1, 0],
      [1750, 1, 1, 1], // two and a half have come
      [2000, 1, 1, 1],
    ])
  })

  test('a part of a token is kept until the rest of it has come', async () => {
    await bucket(2, 4, [
      ...drain(2, 0),
      [375, 1, 1, 0], // half a token is left
      [500, 1, 1, 0],
      [625, 1, 0, 0, 125],
      [750, 1, 1, 0],
    ])
  })

  test('asking while it waits does not make a client wait longer, nor less', async () => {
    await bucket(1, 2, [
      [0, 1, 1, 0],
      [125, 1, 0, 0, 375],
      [250, 1, 0, 0, 250],
      [375, 1, 0, 0, 125],
      [500, 1, 1, 0],
    ])
    await bucket(1, 1, just([0, 1000, 2000, 3000], every(125, 0, 3000)))
  })

  test('a denied request takes nothing', async () => {
    await bucket(2, 1, [
      ...drain(2, 0),
      ...Array.from({ length: 10 }, (): BucketRow => [0, 1, 0, 0, 1000]),
      [1000, 1, 1, 0],
    ])
    await bucket(10, 1, [
      [0, 8, 1, 2],
      [0, 5, 0, 2, 3000],
      [0, 2, 1, 0],
    ])
  })

  test('a bucket that idles holds no more than capacity', async () => {
    await bucket(1, 1, [
      [0, 1, 1, 0],
      [30_000, 1, 1, 0],
      ...Array.from({ length: 30 }, (): BucketRow => [30_000, 1, 0, 0, 1000]),
    ])
    await bucket(3, 4, [[0, 1, 1, 2], ...drain(3, 500), [500, 1, 0, 0, 250], ...drain(3, 2 ** 42)])
  })

  test('a refill of more than fits is not saved up', async () => {
    await bucket(10, 2, [
      [0, 1, 1, 9],
      [625, 10, 1, 0], // 1.25 have come, and one fits
      [625, 1, 0, 0, 500],
    ])
  })

  test('a greedy client gets the burst and the rate: 29 in the first minute', async () => {
    const tokens = every(4000, 4000, 56_000)
    await bucket(15, 0.25, [...drain(15, 0), ...just(tokens, every(500, 500, 59_500))])
  })

  test('a trickle at the rate or below is never denied', async () => {
    await bucket(1, 8, just(every(125, 0, 12_500), every(125, 0, 12_500)))
    await bucket(2, 1, just(every(1125, 0, 56_250), every(1125, 0, 56_250)))
  })

  test('tokensLeft is the whole tokens that are left', async () => {
    await bucket(3, 4, [
      [0, 1, 1, 2],
      [125, 1, 1, 1], // 2.5, less one
      [250, 1, 1, 1], // 2, less one
      [250, 3, 0, 1, 500],
      [375, 3, 0, 1, 375],
      [500, 3, 0, 2, 250],
    ])
  })

  test('a request takes as many tokens as it costs; the whole capacity is one, too', async () => {
    await bucket(5, 1, [
      [0, 2, 1, 3],
      [0, 3, 1, 0],
      [0, 1, 0, 0, 1000],
      [5000, 5, 1, 0],
    ])
    await bucket(12, 1, [
      [0, 10, 1, 2],
      [0, 10, 0, 2, 8000],
      [8000, 10, 1, 0],
    ])
  })

  test('time goes on over the end of a second', async () => {
    await bucket(1, 8, just(every(125, 750, 2250), every(125, 750, 2250)))
    await bucket(1, 1, [
      [875, 1, 1, 0],
      [1000, 1, 0, 0, 875],
      [1750, 1, 0, 0, 125],
      [1875, 1, 1, 0],
    ])
  })
})

// Last, so that nothing that goes wrong here costs a core test.
describe('for a star', () => {
  test('stretch: a client that asks every ms is let in just when it was promised', async () => {
    const waits = every(1, 1, 9).map((at): BucketRow => [at, 1, 0, 0, 10 - at])
    await bucket(1, 100, [[0, 1, 1, 0], ...waits, [10, 1, 1, 0]])
    await bucket(1, 100, just(every(10, 0, 300), every(1, 0, 300)))
  })

  test('stretch: 3 a second, asked each 100 ms for two seconds: just 9 are let in', async () => {
    await bucket(3, 3, just([0, 100, 200, 400, 700, 1000, 1400, 1700, 2000], every(100, 0, 2000)))
  })

  test('stretch: any whole ms and rate will do', async () => {
    await bucket(1, 1, [
      [0, 1, 1, 0],
      [200, 1, 0, 0, 800],
    ])
    await bucket(10, 2, [
      [0, 1, 1, 9],
      [600, 10, 1, 0],
    ])
    // A ms after it is full its key may still be there: it holds no more than capacity.
    await bucket(1, 1, [
      [0, 1, 1, 0],
      [1001, 1, 1, 0],
      [1001, 1, 0, 0, 1000],
    ])
    await bucket(7, 7, [...drain(7, 0), [1, 1, 0, 0, 142], [143, 1, 1, 0]])
    await bucket(10, 5, [
      ...drain(10, 0),
      [0, 1, 0, 0, 200],
      ...drain(5, 1000),
      [1000, 1, 0, 0, 200],
    ])
  })

  test('stretch: two thousand a second are two tokens a ms', async () => {
    await bucket(3000, 2000, [
      [0, 3000, 1, 0],
      [1, 2, 1, 0],
      [1001, 2000, 1, 0],
      [1001, 1, 0, 0, 1],
      [2001, 1999, 1, 1],
      [5000, 3000, 1, 0],
    ])
  })

  test('stretch: a cost may be a fraction of a token', async () => {
    await bucket(10, 2, [
      [0, 2.5, 1, 7], // 7.5
      [0, 7.25, 1, 0], // 0.25
      [0, 0.5, 0, 0, 125],
      [125, 0.5, 1, 0],
    ])
    // Half a token is left, and the other half flows in: together they are one.
    await bucket(10, 2, [
      [0, 2.5, 1, 7],
      [250, 1, 1, 7],
    ])
    // Eighths, and less than a thousandth; what flows in meanwhile is next to nothing.
    const eighths = Array.from({ length: 8 }, (): BucketRow => [0, 0.125, 1, 0])
    await bucket(1, 2 ** -20, [...eighths, [0, 0.125, 0, 0]])
    await bucket(1, 2 ** -20, [
      [0, 1 - 2 ** -11, 1, 0],
      [0, 2 ** -11, 1, 0],
      [0, 2 ** -11, 0, 0],
    ])
    await bucket(2, 2 ** -20, [[0, 2 ** -11, 1, 1]])
  })

  test('stretch: 10^15 tokens are counted to the last one', async () => {
    const [capacity, refillPerSec] = [1e15, 2 ** 30]
    const rows = Array.from({ length: 25 }, (_, i): BucketRow => [0, 1, 1, capacity - i - 1])
    await bucket(capacity, refillPerSec, rows)
    const left = 123_456_789_012_352
    await bucket(capacity, refillPerSec, [
      [0, capacity - left, 1, left],
      [0, left, 1, 0],
      [0, 1, 0, 0, 1],
    ])
  })
})
