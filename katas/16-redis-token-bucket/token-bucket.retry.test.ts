import { describe, test } from 'vitest'
import source from '#kata/16-redis-token-bucket/token-bucket.lua'
import { type BucketRow, replayBucket, tokenBucketScript, useRedis } from '#support/redis'

const redis = useRedis()
const script = tokenBucketScript(source)

const bucket = (capacity: number, refillPerSec: number, rows: readonly BucketRow[]) =>
  replayBucket(redis, script, capacity, refillPerSec, rows)

/** `n` requests at one instant, which leave nothing. */
const drain = (n: number, at: number) =>
  Array.from({ length: n }, (_, i): BucketRow => [at, 1, 1, n - 1 - i, 0])

describe('retryAfterMs', () => {
  test('the wait is until what is missing has come, not until all has', async () => {
    await bucket(5, 1, [...drain(5, 0), [0, 1, 0, 0, 1000]])
    await bucket(1, 1, [
      [0, 1, 1, 0],
      [250, 1, 0, 0, 750],
      [875, 1, 0, 0, 125],
      [1000, 1, 1, 0],
    ])
  })

  test('a larger cost waits longer', async () => {
    await bucket(10, 4, [
      [0, 10, 1, 0],
      [0, 4, 0, 0, 1000],
      [0, 1, 0, 0, 250],
      [500, 4, 0, 2, 500],
      [1250, 4, 1, 1],
    ])
  })

  test('the wait is rounded up to whole ms, and is never 0', async () => {
    await bucket(1, 16, [
      [0, 1, 1, 0],
      [0, 1, 0, 0, 63], // 62.5
      [125, 1, 1, 0],
    ])
    await bucket(1, 2048, [
      [0, 1, 1, 0],
      [0, 1, 0, 0, 1], // 0.49
      [125, 1, 1, 0],
    ])
  })

  test('a token may take a year', async () => {
    await bucket(1, 2 ** -25, [
      [0, 1, 1, 0],
      [125, 1, 0, 0, 33_554_431_875],
      [33_554_431_000, 1, 0, 0],
      [33_554_433_000, 1, 1, 0],
      [33_554_433_000, 1, 0, 0],
    ])
  })

  // 9,100,000.001 tokens have come.
  test('stretch: ten million tokens, asked for after 105 days, are counted to the thousandth', async () => {
    await bucket(1e7, 1, [
      [0, 1e7, 1, 0],
      [9_100_000_001, 9_100_001, 0, 9_100_000, 999],
      [9_100_001_000, 9_100_001, 1, 0],
    ])
  })
})
