import { describe, test } from 'vitest'
import source from '#kata/17-redis-sliding-counter/sliding-counter.lua'
import { RedisSlidingCounter } from '#kit'
import { Wrong } from '#support'
import {
  countsDownThroughTheKit,
  ERA_MS,
  fullAfter,
  heldOverAFrame,
  keysAreApart,
  Readings,
  slidingCounterScript,
  staysSmall,
  thousandAtOnce,
  ttlComesBack,
  useRedis,
  windowSetting,
} from '#support/redis'

const redis = useRedis()
const script = slidingCounterScript(source)

describe('the key', () => {
  // Within one frame: of a script with a key a frame, the next call is held to the key that it writes, not
  // to that of the frame before, which it only reads.
  test('a TTL that was lost is there again after the next allowed request', async () => {
    const argv = [1024, 3]
    await ttlComesBack(redis, script, windowSetting(3, 1024), [argv, argv], 1)
  })

  test('two counts are kept, however many requests come', async () => {
    const times = new Array<number>(650).fill(5)
    await staysSmall(redis, script, 'limit 600, 650 requests in a frame', [65_536, 600], times)
  })

  test('two counts are kept, however many frames pass', async () => {
    const times = Array.from({ length: 1000 }, (_, i) => 65_536 * i + 5)
    await staysSmall(redis, script, 'limit 3, a request in each of 1000 frames', [65_536, 3], times)
  })

  test('each key has counts of its own', async () => {
    await keysAreApart(redis, script, [1024, 1])
  })
})

describe('on the real clock', () => {
  test('the script as it stands, checked against the TIME that it saw', async () => {
    const limit = 3
    // Within a ms: the end of a full frame, and what a float of so long a window may round.
    await heldOverAFrame(
      redis,
      script,
      { before: 2, after: 4, limit },
      (windowMs, frame) =>
        new Readings(
          {
            setting: `limit ${limit}, windowMs ${windowMs}`,
            reply: ({ allowed, remaining, retryAfterMs }) => {
              return { allowed: Number(allowed), retryAfterMs, remaining }
            },
          },
          // The two of the frame before leave room for two, and for a third when half of them are out.
          frame === 0
            ? fullAfter(limit, () => 1000 * windowMs)
            : fullAfter(limit - 1, () => 1500 * windowMs + 1),
          1000,
        ),
    )
  })

  test('through the limiter of the kit: remaining counts down, then the wait begins', async () => {
    const options = { limit: 2, windowMs: ERA_MS }
    await countsDownThroughTheKit(
      redis,
      script,
      (given) => new RedisSlidingCounter({ ...given, ...options }),
      { says: 'limit 2', argv: [ERA_MS, 2], wait: [0, ERA_MS + 1] },
    )
  })

  test('1,000 requests at once from 4 processes against limit 5: exactly 5 are allowed', async () => {
    const { count } = await thousandAtOnce(redis, script, 5, () => [ERA_MS, 5])
    if (count !== 5) throw new Wrong(`5 were allowed, but the next request's count is ${count}`)
  })
})

// Last, so that nothing that goes wrong here costs a core test.
describe('for a star', () => {
  test('stretch: a TTL that was lost is there again after a denied request', async () => {
    const argv = [1024, 1]
    await ttlComesBack(redis, script, windowSetting(1, 1024), [argv, argv], 0)
  })
})
