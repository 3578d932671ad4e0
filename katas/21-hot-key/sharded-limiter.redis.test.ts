import { afterAll, inject, test } from 'vitest'
import { ShardedLimiter, SyncedLimiter } from '#kata/21-hot-key/sharded-limiter.ts'
import type { AsyncLimiter, SharedCounter } from '#kit'
import { allowed, attemptAsync, denied, Wrong } from '#support'
import { connect, unlessLost, useRedis } from '#support/redis'

type Redis = ReturnType<typeof connect>

const redis = useRedis()
const clients: Redis[] = []
afterAll(() => {
  for (const client of clients) client.disconnect()
})

/** So many pods' connections. */
async function connections(count: number): Promise<Redis[]> {
  const made = Array.from({ length: count }, () => connect(inject('redisUrl')))
  clients.push(...made)
  await Promise.all(made.map((client) => client.connect()))
  return made
}

type Answered = <T>(asked: Promise<T>) => Promise<T>

/** Counts in Redis: INCRBY and a TTL, as one step. */
const counterOn = (client: Redis, answered: Answered): SharedCounter => ({
  async add(key, n) {
    const replies = await answered(client.multi().incrby(key, n).pexpire(key, 60_000).exec())
    return Number(replies?.[0]?.[1])
  },
})

/** Allows the first `limit` requests. */
const firstOnes = (counter: SharedCounter, key: string, limit: number): AsyncLimiter => ({
  async tryAcquire() {
    const total = await counter.add(key, 1)
    return total <= limit ? allowed(limit - total) : denied(1000)
  },
})

test('four pods that sync with Redis: the bound holds, and Redis has counted what they let in', () =>
  unlessLost(async (answered) => {
    const [limit, b] = [100, 4]
    const key = redis.key('synced')
    const pods = (await answered(connections(4))).map(
      (client) =>
        new SyncedLimiter({ key, limit, windowMs: 60_000, store: counterOn(client, answered) }),
    )
    let letIn = 0
    await Promise.all(
      pods.map(async (pod) => {
        for (let round = 0; round < 20; round++) {
          for (let i = 0; i < b; i++) if (pod.tryAcquire(1_000).allowed) letIn++
          const outcome = await attemptAsync(() => pod.sync())
          if ('threw' in outcome) throw new Wrong(`sync() rejected with ${outcome.threw}`)
        }
      }),
    )
    const bound = limit - 1 + pods.length * b
    if (letIn < limit || letIn > bound) {
      throw new Wrong(`4 pods, limit 100: ${letIn} were let in\n  expected 100 to ${bound}`)
    }
    const totals = await Promise.all(
      (await answered(redis.keysUnder(key))).map((one) => answered(redis.client.get(one))),
    )
    const total = totals.reduce((sum, one) => sum + Number(one), 0)
    if (total !== letIn) throw new Wrong(`${letIn} were let in, Redis has counted ${total}`)
  }))

test('1,000 requests at once on four pods, 8 shards in Redis: exactly 100 are allowed', () =>
  unlessLost(async (answered) => {
    // Without braces, so that no later run knows it for a killed run's: its TTL ends it.
    const key = redis.key('shards').replaceAll(/[{}]/g, '')
    const pods = (await answered(connections(4))).map(
      (client) =>
        new ShardedLimiter({
          ...{ key, limit: 100, shards: 8 },
          create: (name, limit) => firstOnes(counterOn(client, answered), name, limit),
        }),
    )
    try {
      const decisions = await Promise.all(
        Array.from({ length: 1000 }, (_, i) => pods[i % 4]?.tryAcquire(`req-${i}`)),
      )
      const count = decisions.filter((decision) => decision?.allowed).length
      if (count !== 100) throw new Wrong(`1,000 requests, limit 100: ${count} were allowed`)
      const keys = await answered(redis.keysUnder(key))
      if (keys.length !== 8) throw new Wrong(`Redis holds ${keys.join(', ')}\n  expected 8 shards`)
    } finally {
      await redis.client.unlink(...Array.from({ length: 8 }, (_, i) => `${key}:${i}`))
    }
  }))
