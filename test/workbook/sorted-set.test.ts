import { expect, test } from 'vitest'
import { useRedis } from '../support/redis/client.ts'

// What the lesson of kata 12 says of Redis.

const redis = useRedis()

async function zset(size: number): Promise<string> {
  const key = redis.key()
  const entries = Array.from({ length: size }, (_, i) => [i, `m${i}`]).flat()
  await redis.client.call('ZADD', key, ...entries)
  return key
}

const encoding = (key: string) => redis.client.object('ENCODING', key)

test('128 entries are a listpack, 129 a skip list', async () => {
  const key = await zset(128)
  expect(await encoding(key)).toBe('listpack')
  await redis.client.zadd(key, 128, 'm128')
  expect(await encoding(key)).toBe('skiplist')
})

test('a skip list stays one when it shrinks', async () => {
  const key = await zset(129)
  await redis.client.zremrangebyrank(key, 1, -1)
  expect(await redis.client.zcard(key)).toBe(1)
  expect(await encoding(key)).toBe('skiplist')
})

test('a member above 64 bytes makes a skip list of any', async () => {
  const [short, long] = [await zset(1), await zset(1)]
  await redis.client.zadd(short, 1, 'x'.repeat(64))
  await redis.client.zadd(long, 1, 'x'.repeat(65))
  expect(await encoding(short)).toBe('listpack')
  expect(await encoding(long)).toBe('skiplist')
})

test('of equal scores the names stand in falling order backwards', async () => {
  const key = redis.key()
  await redis.client.zadd(key, 1, 'ann', 1, 'bob', 2, 'cid')
  expect(await redis.client.call('ZRANGE', key, 0, 9, 'REV')).toEqual(['cid', 'bob', 'ann'])
})

test('of two who remove the same job one gets 1', async () => {
  const key = redis.key()
  await redis.client.zadd(key, 1500, 'retry:3', 5000, 'mail:7')
  expect(await redis.client.call('ZRANGE', key, '-inf', 1500, 'BYSCORE', 'LIMIT', 0, 10)).toEqual([
    'retry:3',
  ])
  expect([
    await redis.client.zrem(key, 'retry:3'),
    await redis.client.zrem(key, 'retry:3'),
  ]).toEqual([1, 0])
})
