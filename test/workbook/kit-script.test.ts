import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { RedisFixedWindow } from '../../katas/kit/redis-fixed-window.ts'
import { checkCountsOne, readReply } from '../../katas/kit/redis-limiter.ts'
import { RedisSlidingCounter } from '../../katas/kit/redis-sliding-counter.ts'
import { RedisSlidingLog } from '../../katas/kit/redis-sliding-log.ts'
import { RedisTokenBucket } from '../../katas/kit/redis-token-bucket.ts'
import { RedisScript, type ScriptClient } from '../../katas/kit/script.ts'

/** Answers EVALSHA and EVAL with what it is given, an `Error` by rejecting, and keeps the calls. */
function fake(evalsha: unknown, evaluate: unknown = 'not to be called') {
  const calls: unknown[][] = []
  const answer = async (reply: unknown) => {
    if (reply instanceof Error) throw reply
    return reply
  }
  const client: ScriptClient = {
    evalsha(...args) {
      calls.push(['evalsha', ...args])
      return answer(evalsha)
    },
    eval(...args) {
      calls.push(['eval', ...args])
      return answer(evaluate)
    },
  }
  return { client, calls }
}

const script = new RedisScript('return 1')
const noScript = new Error('NOSCRIPT No matching script. Please use EVAL.')

test('a known script is called by its SHA-1, with KEYS and ARGV', async () => {
  const { client, calls } = fake('reply')
  expect(script.sha).toBe(createHash('sha1').update('return 1').digest('hex'))
  expect(await script.run(client, ['k1', 'k2'], [1, 'a'])).toBe('reply')
  expect(calls).toEqual([['evalsha', script.sha, 2, 'k1', 'k2', 1, 'a']])
})

test('NOSCRIPT is repaired by one EVAL of the text', async () => {
  const { client, calls } = fake(noScript, 'reply')
  expect(await script.run(client, ['k'], [1])).toBe('reply')
  expect(calls.slice(1)).toEqual([['eval', 'return 1', 1, 'k', 1]])
})

test.each([
  'Command timed out',
  'Connection is closed.',
  'ERR the script said: NOSCRIPT',
  'BUSY Redis is busy running a script.',
  'READONLY You can’t write against a read only replica.',
])('never calls twice after: %s', async (message) => {
  const { client, calls } = fake(new Error(message))
  await expect(script.run(client, ['k'], [])).rejects.toThrow(message)
  expect(calls).toHaveLength(1)
})

test('an EVAL that fails is not tried again', async () => {
  const { client, calls } = fake(noScript, new Error('NOSCRIPT again'))
  await expect(script.run(client, ['k'], [])).rejects.toThrow('NOSCRIPT again')
  expect(calls).toHaveLength(2)
})

const log = (reply: unknown, limit = 3, windowMs = 1000) => {
  const { client, calls } = fake(reply)
  return { log: new RedisSlidingLog({ client, script, key: 'k', limit, windowMs }), calls }
}

test('the sliding log hands over windowMs, limit, requestId and reads the reply', async () => {
  const asked = log([1, 1, 0])
  expect(await asked.log.tryAcquire('id')).toEqual({ allowed: true, remaining: 2, retryAfterMs: 0 })
  expect(asked.calls).toEqual([['evalsha', script.sha, 1, 'k', 1000, 3, 'id']])
  const denied = { allowed: false, remaining: 0, retryAfterMs: 7 }
  expect(await log([0, 3, 7]).log.tryAcquire('id')).toEqual(denied)
})

test('the fixed window hands over windowMs, limit, and no id', async () => {
  const { client, calls } = fake([0, 3, 7])
  const limiter = new RedisFixedWindow({ client, script, key: 'k', limit: 3, windowMs: 1000 })
  const decision = { allowed: false, remaining: 0, retryAfterMs: 7 }
  expect(await limiter.tryAcquire('id')).toEqual(decision)
  expect(calls).toEqual([['evalsha', script.sha, 1, 'k', 1000, 3]])
  await expect(limiter.tryAcquire('id', 2)).rejects.toThrow('cost must be 1 (one request), got 2')
  const make = () => new RedisFixedWindow({ client, script, key: 'k', limit: 0, windowMs: 1000 })
  expect(make).toThrow('limit must be an integer ≥ 1, got 0')
})

test('the sliding counter reads remaining from the reply', async () => {
  const { client, calls } = fake([1, 2, 0, 4])
  const options = { client, script, key: 'k', limit: 9, windowMs: 1000 }
  const limiter = new RedisSlidingCounter(options)
  const decision = { allowed: true, remaining: 4, retryAfterMs: 0 }
  expect(await limiter.tryAcquire('id')).toEqual(decision)
  expect(calls).toEqual([['evalsha', script.sha, 1, 'k', 1000, 9]])
  await expect(limiter.tryAcquire('id', 2)).rejects.toThrow('cost must be 1 (one request), got 2')
  const make = () => new RedisSlidingCounter({ ...options, windowMs: 1.5 })
  expect(make).toThrow('windowMs must be an integer ≥ 1, got 1.5')
})

test('the token bucket hands over capacity, refillPerSec, cost; tokensLeft are remaining', async () => {
  const { client, calls } = fake([1, 2, 0])
  const options = { client, script, key: 'k', capacity: 5, refillPerSec: 0.25 }
  const limiter = new RedisTokenBucket(options)
  const decision = { allowed: true, remaining: 2, retryAfterMs: 0 }
  expect(await limiter.tryAcquire('id', 2.5)).toEqual(decision)
  expect(await limiter.tryAcquire('id')).toEqual(decision)
  expect(calls).toEqual([
    ['evalsha', script.sha, 1, 'k', 5, 0.25, 2.5],
    ['evalsha', script.sha, 1, 'k', 5, 0.25, 1],
  ])
  for (const cost of [0, -1, 6, Number.NaN, Number.POSITIVE_INFINITY]) {
    await expect(limiter.tryAcquire('id', cost)).rejects.toThrow(
      new RangeError(`cost must be a positive number ≤ 5, got ${cost}`),
    )
  }
  expect(calls).toHaveLength(2)
  expect(() => new RedisTokenBucket({ ...options, capacity: 1.5 })).toThrow('capacity must be')
  expect(() => new RedisTokenBucket({ ...options, refillPerSec: 0 })).toThrow(
    'refillPerSec must be a positive finite number, got 0',
  )
})

test.each([
  [null, 'null'],
  ['OK', '"OK"'],
  [1, '1'],
  [[1], '[1]'],
  [[1, 1, 0, 0], '[1,1,0,0]'],
  [[null, 1, 0], '[null,1,0]'],
  [[2, 1, 0], '[2,1,0]'],
  [[1, '1', 0], '[1,"1",0]'],
  [[1, 1, 0.5], '[1,1,0.5]'],
])('another reply is shown beside the shape: %j', async (reply, shown) => {
  await expect(log(reply).log.tryAcquire('id')).rejects.toThrow(
    `the script must reply {allowed (1 or 0), count, retryAfterMs}, 3 whole numbers, got ${shown}`,
  )
})

test('bad parameters are named', async () => {
  expect(() => log(null, 0)).toThrow(new RangeError('limit must be an integer ≥ 1, got 0'))
  expect(() => log(null, 1.5)).toThrow('limit must be')
  expect(() => log(null, 3, 0)).toThrow('windowMs must be an integer ≥ 1, got 0')
  expect(() => log(null, 3, 1.5)).toThrow('windowMs must be an integer ≥ 1, got 1.5')
  const { log: one, calls } = log([1, 1, 0])
  await expect(one.tryAcquire('id', 2)).rejects.toThrow(RangeError)
  await expect(one.tryAcquire('id', 2)).rejects.toThrow('cost must be 1 (one request), got 2')
  expect(calls).toEqual([])
  expect(() => checkCountsOne(1)).not.toThrow()
})

test('names of another limiter are read in their order', () => {
  expect(readReply([0, 4, 9], ['allowed', 'tokensLeft', 'retryAfterMs'])).toEqual({
    allowed: 0,
    tokensLeft: 4,
    retryAfterMs: 9,
  })
})
