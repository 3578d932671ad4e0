import { expect, inject, test } from 'vitest'
import { RedisSlidingLog } from '../../katas/kit/redis-sliding-log.ts'
import { RedisScript } from '../../katas/kit/script.ts'
import { useRedis } from '../support/redis/client.ts'
import { evalWithTime } from '../support/redis/eval-with-time.ts'
import { withPods } from '../support/redis/pods.ts'
import {
  dropTtl,
  virtualCall,
  virtualClient,
  virtualPttl,
  virtualScript,
} from '../support/redis/virtual-clock.ts'

const redis = useRedis()

/** Runs one script at a virtual ms. `key` is KEYS[1]. */
function at(ms: number, key: string, source: string, ...argv: string[]): Promise<unknown> {
  return virtualCall(redis.client, new RedisScript(virtualScript(source)), ms * 1000, key, argv)
}

const call = (...words: (string | number)[]): string =>
  `return redis.call(${words.map((word) => (word === 'KEY' ? 'KEYS[1]' : `'${word}'`)).join(', ')})`

test.each([
  ['SET EX', 'SET', 'KEY', 'v', 'EX', 2],
  ['SET PX', 'SET', 'KEY', 'v', 'PX', 2000],
  ['SET EXAT', 'SET', 'KEY', 'v', 'EXAT', 7],
  ['SET PXAT', 'SET', 'KEY', 'v', 'PXAT', 7000],
  ['SETEX', 'SETEX', 'KEY', 2, 'v'],
  ['PSETEX', 'PSETEX', 'KEY', 2000, 'v'],
  ['EXPIRE', 'EXPIRE', 'KEY', 2],
  ['PEXPIRE', 'PEXPIRE', 'KEY', 2000, 'NX'],
  ['EXPIREAT', 'EXPIREAT', 'KEY', 7],
  ['PEXPIREAT', 'PEXPIREAT', 'KEY', 7000],
  ['GETEX', 'GETEX', 'KEY', 'PX', 2000],
])('%s: there up to and at its deadline, gone 1 ms later', async (_title, ...words) => {
  const key = redis.key()
  await at(5000, key, call('SET', 'KEY', 'old'))
  await at(5000, key, call(...words))
  const look = "return { redis.call('EXISTS', KEYS[1]), redis.call('PTTL', KEYS[1]) }"
  expect(await at(5000, key, look)).toEqual([1, 2000])
  expect(await at(6999, key, look)).toEqual([1, 1])
  expect(await at(7000, key, look)).toEqual([1, 0])
  expect(await at(7001, key, look)).toEqual([0, -2])
  expect(await redis.client.exists(key)).toBe(0)
})

test.each([
  ['INCR', "return redis.call('INCR', KEYS[1])", 1],
  ['SET NX', "return redis.call('SET', KEYS[1], 'new', 'NX').ok", 'OK'],
  [
    'SET KEEPTTL',
    "redis.call('SET', KEYS[1], 'x', 'KEEPTTL') return redis.call('TTL', KEYS[1])",
    -1,
  ],
  ['PERSIST', "return redis.call('PERSIST', KEYS[1])", 0],
  ['EXPIRE XX', "return redis.call('EXPIRE', KEYS[1], 9, 'XX')", 0],
  ['RENAME', "return redis.pcall('RENAME', KEYS[1], KEYS[1] .. ':b').err", 'ERR no such key'],
  ['by a name made in the script', "return redis.call('EXISTS', 'x', KEYS[1] .. '')", 0],
])('a key that is over is not there for %s', async (_title, source, reply) => {
  const key = redis.key()
  await at(0, key, call('SET', 'KEY', 5, 'PX', 10))
  expect(await at(11, key, source)).toBe(reply)
})

test('a deadline moves, stays and goes as the commands say', async () => {
  const key = redis.key()
  const ttl = (ms: number) => virtualPttl(redis.client, key, ms * 1000)
  await at(0, key, call('SET', 'KEY', 1, 'PX', 100))
  await at(60, key, call('INCR', 'KEY'))
  expect(await ttl(60)).toBe(40)
  await at(100, key, call('PEXPIRE', 'KEY', 50, 'GT'))
  expect(await ttl(100)).toBe(50)
  await at(140, key, call('PEXPIRE', 'KEY', 5, 'GT'))
  expect(await ttl(150)).toBe(0)
  await at(150, key, call('SET', 'KEY', 2, 'KEEPTTL'))
  expect(await ttl(151)).toBe(-2)
  await at(151, key, call('SET', 'KEY', 3))
  expect(await ttl(1e12)).toBe(-1)
})

test("a hash's fields have deadlines of their own; the last one takes the key along", async () => {
  const key = redis.key()
  const fields = "return redis.call('HMGET', KEYS[1], 'f', 'g')"
  await at(
    0,
    key,
    `redis.call('HSET', KEYS[1], 'f', 1, 'g', 2)
    redis.call('HPEXPIRE', KEYS[1], 10, 'FIELDS', 1, 'f')`,
  )
  expect(await at(10, key, fields)).toEqual(['1', '2'])
  expect(await at(11, key, fields)).toEqual([null, '2'])
  await at(11, key, "redis.call('HEXPIRE', KEYS[1], 1, 'FIELDS', 1, 'g')")
  expect(await at(1012, key, call('EXISTS', 'KEY'))).toBe(0)
})

test.each([
  [0, '0', '0', 0],
  [1_999, '0', '1999', 1],
  [1_000_000, '1', '0', 1_000],
  [Number.MAX_SAFE_INTEGER, '9007199254', '740991', 9_007_199_254_740],
  [9_007_199_254_740_991_999n, '9007199254740', '991999', 9_007_199_254_740_991],
])('TIME at %s µs is %s s and %s µs', async (now, seconds, micros, ms) => {
  const key = redis.key()
  const script = new RedisScript(
    virtualScript("redis.call('SET', KEYS[1], 1, 'PX', 2) return redis.call('TIME')"),
  )
  expect(await virtualCall(redis.client, script, now, key)).toEqual([seconds, micros])
  // Above 2^53 - 2^42 ms deadlines are even.
  expect(await virtualPttl(redis.client, key, now)).toBeCloseTo(2, ms < 2 ** 53 - 2 ** 42 ? 9 : -1)
})

test('now is a whole number of µs ≥ 0', () => {
  const script = new RedisScript(virtualScript('return 1'))
  for (const now of [-1, 0.5, Number.NaN, 2 ** 53, -1n]) {
    expect(() => virtualCall(redis.client, script, now, redis.key())).toThrow(/^now must be/)
  }
})

test('the script sees its own ARGV, KEYS and redis', async () => {
  const reply = await at(
    0,
    redis.key('k'),
    `return { #ARGV, ARGV[1], ARGV[2], tostring(ARGV[3]), #KEYS, KEYS[1], redis.sha1hex(''),
      redis.REDIS_VERSION, redis.LOG_WARNING, redis.status_reply('OK').ok,
      tostring(redis.nosuch) }`,
    ...['', 'b'],
  )
  const real = await redis.client.eval(
    `return { redis.sha1hex(''), redis.REDIS_VERSION, redis.LOG_WARNING, 'OK',
      tostring(redis.nosuch) }`,
    0,
  )
  expect(reply).toEqual([2, '', 'b', 'nil', 1, redis.key('k'), ...(real as unknown[])])
})

test.each([
  ["local x = 1\nredis.call('INCR', 'a', 'b')", 2],
  ["#!lua\nlocal x = 1\nredis.call('SET', KEYS[1], 'x')\nlocal n = redis.call('INCR', KEYS[1])", 4],
  ["local function f()\n  redis.call('NOSUCH')\nend\nf()", 2],
  ['local x\nx()', 2],
  ["\n\nredis.call('GET', {})", 3],
  ["\nredis.call('SET', KEYS[1], nil, 'EX', 5)", 2],
  ['redis.call()', 1],
])('an error names the line of the script: %j', async (source, line) => {
  const real = await redis.client.eval(source, 1, redis.key()).catch(String)
  const virtual = await at(0, redis.key(), source).catch(String)
  const noSha = (text: unknown) => String(text).replace(/script: \w+/, 'script')
  expect(noSha(virtual)).toBe(noSha(real))
  expect(virtual).toContain(`user_script:${line}.`)
})

test('what the clock cannot carry is refused, not answered wrongly', async () => {
  await expect(at(0, redis.key(), call('RESTORE', 'KEY', 5, 'x'))).rejects.toThrow(
    /^KATA-CLOCK .*RESTORE/,
  )
})

test('virtualPttl refuses a TTL by the real clock; dropTtl takes one away', async () => {
  const key = redis.key()
  await redis.client.set(key, 'v', 'PX', 100_000)
  await expect(virtualPttl(redis.client, key, 0)).rejects.toThrow('real clock')
  expect(await dropTtl(redis.client, key)).toBe(true)
  expect(await dropTtl(redis.client, key)).toBe(false)
  expect(await virtualPttl(redis.client, key, 0)).toBe(-1)
})

test("a limiter of the kit runs on it, to the window's last ms and beyond", async () => {
  let ms = 1_000
  const log = new RedisSlidingLog({
    client: virtualClient(redis.client, () => ms * 1000),
    script: new RedisScript(
      virtualScript(`
        local t = redis.call('TIME')
        local now, window = t[1] * 1000 + math.floor(t[2] / 1000), tonumber(ARGV[1])
        redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - window)
        local n = redis.call('ZCARD', KEYS[1])
        if n >= tonumber(ARGV[2]) then
          local oldest = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')
          return { 0, n, oldest[2] + window - now }
        end
        redis.call('ZADD', KEYS[1], now, ARGV[3])
        redis.call('PEXPIRE', KEYS[1], window)
        return { 1, n + 1, 0 }`),
    ),
    key: redis.key(),
    limit: 3,
    windowMs: 60_000,
  })
  const ask = async (when: number, id: string) => {
    ms = when
    const { allowed, remaining, retryAfterMs } = await log.tryAcquire(id)
    return [allowed, remaining, retryAfterMs]
  }
  expect(await ask(1_000, 'a')).toEqual([true, 2, 0])
  expect(await ask(1_001, 'b')).toEqual([true, 1, 0])
  expect(await ask(1_002, 'c')).toEqual([true, 0, 0])
  expect(await ask(1_134, 'd')).toEqual([false, 0, 59_866])
  expect(await ask(60_999, 'e')).toEqual([false, 0, 1])
  expect(await ask(61_000, 'f')).toEqual([true, 0, 0])
})

test.each([
  "_G.redis.call('TIME')",
  "_G._G.redis.pcall('TIME')",
  "rawget(_G, 'redis').call('TIME')",
  "(function() local redis = _G.redis return redis.call('TIME') end)()",
])('the clock is virtual by way of %s, too', async (time) => {
  expect(await at(5_001, redis.key(), `return ${time}`)).toEqual(['5', '1000'])
})

test.each([
  'return { type(_G.KEYS), _G.KEYS[1], type(_G.math.floor), type(_G.cjson.encode) }',
  'local x = 1\n_G.x = 1',
  'local x\nx = _G.nosuch',
])('else _G is as it was: %j', async (source) => {
  const key = redis.key()
  const noSha = (text: unknown) => String(text).replace(/script: \w+/, 'script')
  const real = await redis.client.eval(source, 1, key).catch(noSha)
  expect(await at(0, key, source).catch(noSha)).toEqual(real)
})

test.each(['cjson', '_G.cjson'])('what a script sets in %s ends with it', async (cjson) => {
  const changes = `${cjson}.encode_number_precision(3) return ${cjson}.encode(1.2345)`
  const key = redis.key()
  expect(await at(0, key, changes)).toBe('1.23')
  expect(await redis.client.eval('return cjson.encode(1.2345)', 0)).toBe('1.2345')
  if (cjson === '_G.cjson') return
  expect((await evalWithTime(redis.client, changes, key, [])).reply).toBe('1.23')
  const burst = { script: changes, key, argvs: [[]] }
  expect(await withPods(1, inject('redisUrl'), (pods) => pods.fire(burst))).toEqual(['1.23'])
  expect(await redis.client.eval('return cjson.encode(1.2345)', 0)).toBe('1.2345')
})
