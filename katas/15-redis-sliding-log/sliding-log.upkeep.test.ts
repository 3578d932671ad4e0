import { describe, inject, test } from 'vitest'
import source from '#kata/15-redis-sliding-log/sliding-log.lua'
import { RedisScript, RedisSlidingLog } from '#kit'
import { Wrong } from '#support'
import {
  dropTtl,
  evalWithTime,
  everyKeyHasTtl,
  type Row,
  replayRows,
  replayScript,
  ScriptUnderTest,
  showReply,
  useRedis,
  withOwnCjson,
  withPods,
} from '#support/redis'

const redis = useRedis()
const script = new ScriptUnderTest(source, 'sliding-log.lua', ['allowed', 'count', 'retryAfterMs'])
const log = (limit: number, windowMs: number, rows: readonly Row[]) =>
  replayRows(redis, script, limit, windowMs, rows)

/** Two requests, the TTL taken away between them: the second must give the key a TTL again. */
async function ttlComesBack(limit: number, allowed: 0 | 1): Promise<void> {
  const [key, windowMs] = [redis.key(), 1000]
  const setting = `limit ${limit}, windowMs ${windowMs}; PERSIST takes the TTL away after req-1`
  // Which of them are allowed, no more: what a key's expiry tells a script is gone with it.
  const steps = [1, allowed].map((allowed, i) => ({
    at: 10 * i,
    argv: [windowMs, limit, `req-${i + 1}`],
    expected: { allowed },
  }))
  await replayScript(script, { client: redis.client, key, setting }, steps, async ({ at }) => {
    await everyKeyHasTtl(redis, key, at, 2 * windowMs)
    if (at > 0) return
    for (const one of await redis.keysUnder(key)) await dropTtl(redis.client, one)
  })
}

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
      script: new RedisScript(withOwnCjson(source)),
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
