import { describe, test } from 'vitest'
import source from '#kata/14-redis-fixed-window/fixed-window.lua'
import { RedisFixedWindow } from '#kit'
import { Wrong } from '#support'
import {
  countsDownThroughTheKit,
  ERA_MS,
  fixedWindowScript,
  fullAfter,
  heldOverAFrame,
  keysAreApart,
  Readings,
  thousandAtOnce,
  ttlComesBack,
  useRedis,
  windowSetting,
} from '#support/redis'

const redis = useRedis()
const script = fixedWindowScript(source)

describe('the key', () => {
  test('a TTL that was lost is there again after the next allowed request', async () => {
    const argv = [1000, 3]
    await ttlComesBack(redis, script, windowSetting(3, 1000), [argv, argv], 1)
  })

  test('each key has a count of its own', async () => {
    await keysAreApart(redis, script, [1000, 1])
  })
})

describe('on the real clock', () => {
  test('the script as it stands, checked against the TIME that it saw', async () => {
    const limit = 3
    await heldOverAFrame(
      redis,
      script,
      { before: 4, after: 5, limit },
      (windowMs, frame) =>
        new Readings(
          {
            setting: `limit ${limit}, windowMs ${windowMs}`,
            reply: ({ allowed, remaining, retryAfterMs }) => {
              return { allowed: Number(allowed), count: limit - remaining, retryAfterMs }
            },
          },
          fullAfter(limit, () => 1000 * windowMs * (frame + 1)),
        ),
    )
  })

  test('through the limiter of the kit: remaining counts down, then the wait begins', async () => {
    const options = { limit: 2, windowMs: ERA_MS }
    await countsDownThroughTheKit(
      redis,
      script,
      (given) => new RedisFixedWindow({ ...given, ...options }),
      { says: 'limit 2', argv: [ERA_MS, 2], wait: [0, ERA_MS] },
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
    const argv = [1000, 1]
    await ttlComesBack(redis, script, windowSetting(1, 1000), [argv, argv], 0)
  })
})
