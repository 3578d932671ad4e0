import { describe, test } from 'vitest'
import source from '#kata/16-redis-token-bucket/token-bucket.lua'
import { RedisTokenBucket } from '#kit'
import { Wrong } from '#support'
import {
  type BucketRow,
  bucketSetting,
  bucketSteps,
  countsDownThroughTheKit,
  everyKeyHasTtl,
  fullAfter,
  keysAreApart,
  Readings,
  replayBucket,
  replayScript,
  runAsItStands,
  showReply,
  staysSmall,
  thousandAtOnce,
  tokenBucketScript,
  ttlComesBack,
  useRedis,
} from '#support/redis'

const redis = useRedis()
const script = tokenBucketScript(source)

/** A token in 12 days: none comes while a test runs. */
const SLOW = 2 ** -20

const bucket = (capacity: number, refillPerSec: number, rows: readonly BucketRow[]) =>
  replayBucket(redis, script, capacity, refillPerSec, rows)

/** `n` requests at one instant, which leave nothing. */
const drain = (n: number, at: number) =>
  Array.from({ length: n }, (_, i): BucketRow => [at, 1, 1, n - 1 - i, 0])

/** Requests for capacity 3, refillPerSec 1 that no wait would ever let in. */
const IMPOSSIBLE = [4, 3.5, Number.POSITIVE_INFINITY, 0, -1, Number.NaN]

/** Asks for a cost that can never be met: what the script replied, or its error, in words. */
async function impossible(key: string, at: number, cost: number): Promise<string> {
  try {
    return showReply(await script.call(redis.client, key, { at, argv: [3, 1, cost] }))
  } catch (error) {
    if (!(error instanceof Wrong)) throw error
    return error.message
  }
}

describe('the key', () => {
  test('a TTL that was lost is there again after the next allowed request', async () => {
    const argv = [3, 1, 1]
    await ttlComesBack(redis, script, bucketSetting(3, 1), [argv, argv], 1)
  })

  test('two numbers are kept, however many requests come', async () => {
    const times = Array.from({ length: 1000 }, (_, i) => 125 * i)
    const says = 'capacity 2, refillPerSec 4, a request each 125 ms, 1000 in all'
    await staysSmall(redis, script, says, [2, 4, 1], times)
  })

  test('each key has a bucket of its own', async () => {
    await keysAreApart(redis, script, [1, 1, 1])
  })
})

describe('expiry', () => {
  test('a bucket that is full again in less than a second is kept all the same', async () => {
    await bucket(1, 3, [
      [0, 1, 1, 0],
      [0, 1, 0, 0, 334],
    ])
    await bucket(1, 8, [
      [0, 1, 1, 0],
      [0, 1, 0, 0, 125],
      [125, 1, 1, 0],
    ])
    await bucket(3, 1024, [...drain(3, 0), [0, 1, 0, 0, 1]])
  })

  test('a bucket is kept until it is full again, and a denied request changes nothing of it', async () => {
    await bucket(5, 0.5, [
      ...drain(5, 0),
      [9875, 5, 0, 4, 125],
      [10_000, 5, 1, 0],
      [10_125, 5, 0, 0, 9875],
      [19_875, 5, 0, 4, 125],
    ])
    await bucket(8, 0.25, [
      [0, 8, 1, 0],
      [31_500, 8, 0, 7, 500],
      [32_000, 8, 1, 0],
    ])
  })

  test('a bucket that is full after one and a half seconds is not full before', async () => {
    await bucket(3, 2, [
      [0, 3, 1, 0],
      [1125, 3, 0, 2, 375],
      [1500, 3, 1, 0],
    ])
    await bucket(9, 4, [
      [0, 9, 1, 0],
      [2125, 9, 0, 8, 125],
      [2250, 9, 1, 0],
      [4375, 9, 0, 8, 125],
    ])
  })

  test('idle for 20 s, with a token each 15 s, it holds one token', async () => {
    await bucket(3, 1 / 15, [
      ...drain(3, 0),
      [20_000, 1, 1, 0],
      [20_000, 1, 0, 0],
      [44_000, 3, 0, 1],
    ])
  })
})

describe('on the real clock', () => {
  test('the script as it stands, checked against the TIME that it saw', async () => {
    const [capacity, refillPerSec, key] = [3, 2 ** -10, redis.key()]
    const { setting } = bucketSetting(capacity, refillPerSec)
    const argv = [capacity, refillPerSec, 1]
    await script.assertEnds(redis.client, redis.key(), argv)
    // A time in seconds, kept in 14 digits, is right to 0.1 ms.
    const readings = new Readings(
      {
        setting,
        reply: ({ allowed, remaining, retryAfterMs }) => {
          return { allowed: Number(allowed), tokensLeft: remaining, retryAfterMs }
        },
      },
      fullAfter(capacity, (firstUs) => firstUs + 1e6 / refillPerSec),
      100,
    )
    for (let i = 1; i <= 6; i++) {
      const { nowUs, reply } = await runAsItStands(redis, script, key, argv)
      readings.hold(nowUs, `request ${i}, at TIME ${nowUs} µs`, reply)
    }
  })

  test('through the limiter of the kit: remaining counts down, then the wait begins', async () => {
    const whole = 1000 / SLOW
    await countsDownThroughTheKit(
      redis,
      script,
      (given) => new RedisTokenBucket({ ...given, capacity: 2, refillPerSec: SLOW }),
      { says: 'capacity 2', argv: [2, SLOW, 1], wait: [whole - 60_000, whole] },
    )
  })

  test('1,000 requests at once from 4 processes against 5 tokens: exactly 5 are allowed', async () => {
    const { tokensLeft } = await thousandAtOnce(redis, script, 5, () => [5, SLOW, 1])
    if (tokensLeft !== 0) {
      throw new Wrong(`5 were allowed, but the next request's tokensLeft is ${tokensLeft}`)
    }
  })
})

// Last, so that nothing that goes wrong here costs a core test.
describe('for a star', () => {
  test('stretch: a TTL that was lost is there again after a denied request', async () => {
    const argv = [1, 1, 1]
    await ttlComesBack(redis, script, bucketSetting(1, 1), [argv, argv], 0)
  })

  test('stretch: a cost that can never be met is an error that names cost, and takes nothing', async () => {
    const { setting } = bucketSetting(3, 1)
    const key = redis.key()
    for (const cost of IMPOSSIBLE) {
      const got = await impossible(key, 0, cost)
      if (got.startsWith('Redis answered: ') && got.includes('cost')) continue
      throw new Wrong(`${setting}, cost ${cost}: ${got}\n  expected an error that names cost`)
    }
    const { tokensLeft } = await script.call(redis.client, key, { at: 0, argv: [3, 1, 1] })
    if (tokensLeft !== 2) {
      throw new Wrong(
        `${setting}, cost 1, after some that can never be met: ${tokensLeft} left, expected 2`,
      )
    }
  })

  test('stretch: a cost that can never be met leaves a bucket as it was, new or used', async () => {
    const { setting, longestMs } = bucketSetting(3, 1)
    const unchanged = async (
      cost: number,
      before: readonly BucketRow[],
      after: readonly BucketRow[],
    ) => {
      const says = `${setting}, asked at 500 ms for ${cost}, which can never be met`
      const place = { client: redis.client, key: redis.key(), setting: says }
      const ttls = ({ at }: { at: number }) => everyKeyHasTtl(redis, place.key, at, longestMs)
      await replayScript(script, place, bucketSteps(3, 1, before), ttls)
      const got = await impossible(place.key, 500, cost)
      try {
        await ttls({ at: 500 })
      } catch (error) {
        if (!(error instanceof Wrong)) throw error
        throw new Wrong(`${says}: ${got}\n  ${error.message}`)
      }
      await replayScript(script, place, bucketSteps(3, 1, after), ttls)
    }
    for (const cost of IMPOSSIBLE) {
      await unchanged(
        cost,
        [],
        [
          [500, 1, 1, 2],
          [500, 3, 0, 2, 1000],
        ],
      )
      // Neither the tokens nor the time, nor how long the key lives.
      await unchanged(
        cost,
        [[0, 2, 1, 1]],
        [
          [1875, 3, 0, 2, 125],
          [2000, 3, 1, 0],
        ],
      )
      await unchanged(
        cost,
        [[0, 3, 1, 0]],
        [
          [500, 1, 0, 0, 500],
          [1000, 1, 1, 0],
        ],
      )
    }
  })
})
