import { describe, type TestContext, test } from 'vitest'
import { guarded } from '#kata/19-redis-down/guarded-limiter.ts'
import { type AsyncLimiter, type Decision, type Limiter, RedisScript, RedisSlidingLog } from '#kit'
import {
  allowed,
  decidesAs,
  denied,
  failedClosed,
  failedOpen,
  justThis,
  type WantedDecision,
  Wrong,
} from '#support'
import { limiterClient, type Outage, useOutages } from '#support/redis/outages'

const withRedis = useOutages()

const KEY = 'limiter'
const LIMIT = 1000

/** Counts every request, so that one that counts late, or twice, is seen. */
const COUNTER = new RedisScript(`
local count = redis.call('INCR', KEYS[1])
redis.call('PEXPIRE', KEYS[1], ARGV[1])
return { 1, count, 0 }`)

const limiterOn = ({ client }: Pick<Outage, 'client'>): AsyncLimiter =>
  new RedisSlidingLog({ client, script: COUNTER, key: KEY, limit: LIMIT, windowMs: 600_000 })

const local: Limiter = { tryAcquire: () => denied(40) }

const POLICIES: readonly (readonly [
  name: string,
  onFailure: 'open' | 'closed' | Limiter,
  decision: WantedDecision,
])[] = [
  ['open', 'open', failedOpen],
  ['closed', 'closed', failedClosed],
  ['a local limiter', local, justThis(denied(40))],
]

/** Longer than any answer of a server that is there takes, and than its errors do. */
const PATIENT_MS = 10_000

const nth = (n: number): Decision => allowed(LIMIT - n)

/** Every policy decides, each asked once while the fault lasts. */
async function decideByPolicy(fault: string, limiter: AsyncLimiter, timeoutMs: number) {
  for (const [name, onFailure, wanted] of POLICIES) {
    const call = guarded(limiter, { timeoutMs, onFailure }).tryAcquire(`req-${name}`)
    await decidesAs(`${fault}, ${name}`, call, wanted, PATIENT_MS)
  }
}

async function redisDecides(when: string, limiter: AsyncLimiter, count: number): Promise<void> {
  const guard = guarded(limiter, { timeoutMs: PATIENT_MS, onFailure: 'closed' })
  await decidesAs(when, guard.tryAcquire(`req-${count}`), justThis(nth(count)), PATIENT_MS)
}

async function hasCounted(when: string, { direct }: Outage, expected: number): Promise<void> {
  const count = Number(await direct.get(KEY))
  if (count !== expected) throw new Wrong(`${when}: ${count} counted\n  expected  ${expected}`)
}

const fault = (title: string, run: (outage: Outage) => Promise<void>) =>
  test(title, { timeout: 60_000 }, (context: TestContext) => withRedis(context, run))

describe('a real Redis', () => {
  fault('that is there decides itself', async (redis) => {
    const limiter = limiterOn(redis)
    await redisDecides('the first request', limiter, 1)
    await redisDecides('the second request', limiter, 2)
  })

  fault(
    'that is paused: each call has its timeout, and what was sent counts once',
    async (redis) => {
      const limiter = limiterOn(redis)
      await redisDecides('before', limiter, 1)
      await redis.control.pause()
      try {
        await decideByPolicy('Redis is paused', limiter, 10)
      } finally {
        await redis.control.resume()
      }
      // The next answer on this connection comes after all that was sent before it.
      await redis.client.ping()
      await hasCounted('one before, three while it was paused', redis, 4)
      await redisDecides('it goes on', limiter, 5)
    },
  )

  fault('that became a replica (READONLY): by policy, and nothing counts', async (redis) => {
    const limiter = limiterOn(redis)
    await redisDecides('before', limiter, 1)
    await redis.direct.replicaof('127.0.0.1', 1)
    try {
      await decideByPolicy('READONLY', limiter, PATIENT_MS)
    } finally {
      await redis.direct.replicaof('NO', 'ONE')
    }
    await hasCounted('one before, three while it was a replica', redis, 1)
    await redisDecides('a master again', limiter, 2)
  })

  fault('whose reply is cut in the middle: by policy, and counted once', async (redis) => {
    const limiter = limiterOn(redis)
    await redisDecides('before', limiter, 1)
    const closed = new Promise((resolve) => redis.client.once('close', resolve))
    const ready = new Promise((resolve) => redis.client.once('ready', resolve))
    redis.proxy.cutReplyAfter = 2
    const guard = guarded(limiter, { timeoutMs: PATIENT_MS, onFailure: 'closed' })
    const call = guard.tryAcquire('req-2')
    await decidesAs('its reply is cut after two bytes', call, failedClosed, PATIENT_MS)
    await closed
    await ready
    await hasCounted('one before, one whose reply was cut', redis, 2)
    await redisDecides('connected again', limiter, 3)
  })

  fault('whose host has no address: by policy, at once', async () => {
    const client = limiterClient('redis://redis.invalid:6379')
    void client.connect().catch(() => {})
    try {
      await decideByPolicy('no such host', limiterOn({ client }), PATIENT_MS)
    } finally {
      client.disconnect()
    }
  })

  // The last one: it kills the server of all.
  fault('that is killed: by policy, without a storm, until there is one again', async (redis) => {
    const limiter = limiterOn(redis)
    await redisDecides('before', limiter, 1)
    const closed = new Promise((resolve) => redis.client.once('close', resolve))
    await redis.control.kill()
    await closed
    const { connections } = redis.proxy
    for (let i = 0; i < 30; i++) await decideByPolicy('Redis was killed', limiter, PATIENT_MS)
    const made = redis.proxy.connections - connections
    if (made > 30) throw new Wrong(`90 calls while it was down: ${made} connections`)
    await redis.replace()
    await redisDecides('a new Redis', limiter, 1)
  })
})
