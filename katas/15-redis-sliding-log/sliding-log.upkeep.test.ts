import { describe, test } from 'vitest'
import source from '#kata/15-redis-sliding-log/sliding-log.lua'
import { RedisSlidingLog } from '#kit'
import { Wrong } from '#support'
import {
  bytesUnder,
  countsDownThroughTheKit,
  fullAfter,
  keysAreApart,
  Readings,
  runAsItStands,
  slidingLogScript,
  thousandAtOnce,
  ttlComesBack,
  useRedis,
  windowSetting,
} from '#support/redis'

const redis = useRedis()
const script = slidingLogScript(source)

const argvs = (limit: number) =>
  [
    [1000, limit, 'req-1'],
    [1000, limit, 'req-2'],
  ] as const

describe('the key', () => {
  test('a TTL that was lost is there again after the next allowed request', async () => {
    await ttlComesBack(redis, script, windowSetting(2, 1000), argvs(2), 1)
  })

  test('what is kept is bounded by the limit, however many are denied', async () => {
    const key = redis.key()
    const deny = async (from: number, to: number) => {
      for (let i = from; i < to; i++) {
        await script.call(redis.client, key, { at: i, argv: [60_000, 2, `req-${i}`] })
      }
      return await bytesUnder(redis, key, to - 1)
    }
    const [before, after] = [await deny(0, 100), await deny(100, 600)]
    if (after - before > 4096) {
      throw new Wrong(`limit 2, 500 denied requests: the keys grew by ${after - before} bytes`)
    }
  })

  test('each key has a log of its own', async () => {
    await keysAreApart(redis, script, [1000, 1, 'req'])
  })
})

describe('on the real clock', () => {
  test('the script as it stands, checked against the TIME that it saw', async () => {
    const [limit, windowMs, key] = [3, 3_600_000, redis.key()]
    await script.assertEnds(redis.client, redis.key(), [windowMs, limit, 'first'])
    const readings = new Readings(
      {
        setting: `limit ${limit}, windowMs ${windowMs}`,
        reply: ({ allowed, remaining, retryAfterMs }) => {
          return { allowed: Number(allowed), count: limit - remaining, retryAfterMs }
        },
      },
      fullAfter(limit, (firstUs) => firstUs + 1000 * windowMs),
    )
    for (let i = 1; i <= 6; i++) {
      const argv = [windowMs, limit, `req-${i}`]
      const { nowUs, reply } = await runAsItStands(redis, script, key, argv)
      readings.hold(nowUs, `request ${i}, at TIME ${nowUs} µs`, reply)
    }
  })

  test('through the limiter of the kit: remaining counts down, then the wait begins', async () => {
    const options = { limit: 2, windowMs: 3_600_000 }
    await countsDownThroughTheKit(
      redis,
      script,
      (given) => new RedisSlidingLog({ ...given, ...options }),
      { says: 'limit 2', argv: [3_600_000, 2, 'first'], wait: [3_590_000, 3_600_000] },
    )
  })

  test('1,000 requests at once from 4 processes against limit 5: exactly 5 are allowed', async () => {
    const argvOf = (i: number) => [3_600_000, 5, `req-${i}`]
    const { count } = await thousandAtOnce(redis, script, 5, argvOf)
    if (count !== 5) throw new Wrong(`5 were allowed, but the next request's count is ${count}`)
  })
})

// Last, so that nothing that goes wrong here costs a core test.
describe('for a star', () => {
  test('stretch: a TTL that was lost is there again after a denied request', async () => {
    await ttlComesBack(redis, script, windowSetting(1, 1000), argvs(1), 0)
  })
})
