import { inject } from 'vitest'
import type { AsyncLimiter, Decision } from '../../../katas/kit/decision.ts'
import { RedisScript } from '../../../katas/kit/script.ts'
import { Wrong } from '../failure.ts'
import { asItStands } from './as-it-stands.ts'
import type { TestRedis } from './client.ts'
import { evalWithTime } from './eval-with-time.ts'
import { withPods } from './pods.ts'
import { microsAt, replayScript, type ScriptCall, type ScriptUnderTest } from './script.ts'
import { dropTtl, virtualPttl } from './virtual-clock.ts'
import { everyKeyHasTtl, type Setting } from './window-rows.ts'

type Argv = ScriptCall['argv']

/**
 * Two requests, the first allowed, the TTL taken away between them: the second must give the key a TTL
 * again.
 */
export async function ttlComesBack<Name extends string>(
  redis: TestRedis,
  script: ScriptUnderTest<Name>,
  { setting, longestMs }: Setting,
  argvs: readonly [Argv, Argv],
  allowed: 0 | 1,
): Promise<void> {
  const key = redis.key()
  const place = {
    client: redis.client,
    key,
    setting: `${setting}; PERSIST takes the TTL away after the first`,
  }
  // Which of them are allowed, no more: what a key's expiry tells a script is gone with it.
  const steps = argvs.map((argv, i) => ({
    at: 10 * i,
    argv,
    expected: { allowed: i === 0 ? 1 : allowed },
    name: `request ${i + 1}`,
  }))
  await replayScript(script, place, steps, async ({ at }) => {
    await everyKeyHasTtl(redis, key, at, longestMs)
    if (at > 0) return
    for (const one of await redis.keysUnder(key)) await dropTtl(redis.client, one)
  })
}

/** What `key` and the keys that begin with it take at `at`, by MEMORY USAGE. */
export async function bytesUnder(redis: TestRedis, key: string, at: number): Promise<number> {
  const keys = await redis.keysUnder(key)
  const sizes = keys.map(async (one) => {
    // Of a key whose time is over the virtual clock knows only when it is named again.
    const isOver = (await virtualPttl(redis.client, one, microsAt(at))) === -2
    return isOver ? 0 : Number(await redis.client.memory('USAGE', one, 'SAMPLES', 0))
  })
  return (await Promise.all(sizes)).reduce((sum, bytes) => sum + bytes, 0)
}

/** The same request at each of these times, more than 50: something is kept, and after the first 50 hardly more. */
export async function staysSmall<Name extends string>(
  redis: TestRedis,
  script: ScriptUnderTest<Name>,
  says: string,
  argv: Argv,
  times: readonly number[],
): Promise<void> {
  const key = redis.key()
  const bytesAfter = async (some: readonly number[]) => {
    await Promise.all(some.map((at) => script.call(redis.client, key, { at, argv })))
    return await bytesUnder(redis, key, some.at(-1) ?? 0)
  }
  // The first alone: it may have to teach Redis the script.
  await bytesAfter(times.slice(0, 1))
  const [before, after] = [await bytesAfter(times.slice(1, 50)), await bytesAfter(times.slice(50))]
  if (after === 0) throw new Wrong(`${says}: then nothing is kept under the key`)
  if (after - before <= 4096) return
  throw new Wrong(`${says}: after the first 50 the keys grew by ${after - before} bytes`)
}

/** Each of two keys has a state of its own: its first request is allowed. */
export async function keysAreApart<Name extends string>(
  redis: TestRedis,
  script: ScriptUnderTest<Name>,
  argv: Argv,
): Promise<void> {
  for (const name of ['a', 'b']) {
    const place = { client: redis.client, key: redis.key(name), setting: `key ${name}` }
    await replayScript(script, place, [
      { at: 0, argv, expected: { allowed: 1 }, name: 'first request' },
    ])
  }
}

/** The script as it stands, on the real clock: its reply, and the TIME that it saw. */
export async function runAsItStands<Name extends string>(
  redis: TestRedis,
  script: ScriptUnderTest<Name>,
  key: string,
  argv: Argv,
): Promise<{ nowUs: number; reply: Readonly<Record<Name, number>> }> {
  try {
    const { nowUs, reply } = await evalWithTime(redis.client, script.source, key, argv)
    return { nowUs, reply: script.read(reply) }
  } catch (error) {
    throw script.explain(error)
  }
}

/**
 * Three requests, one after the other, through a limiter of the kit that lets in two, around the script as it
 * stands: `remaining` counts down, then the wait begins.
 *
 * @param expected what is asked of, in words, the ARGV of a request, and the bounds of the wait in ms
 */
export async function countsDownThroughTheKit<Name extends string>(
  redis: TestRedis,
  script: ScriptUnderTest<Name>,
  make: (options: {
    client: TestRedis['client']
    script: RedisScript
    key: string
  }) => AsyncLimiter,
  { says, argv, wait: [above, most] }: { says: string; argv: Argv; wait: readonly number[] },
): Promise<void> {
  const { client } = redis
  await script.assertEnds(client, redis.key(), argv)
  const limiter = make({
    client,
    script: new RedisScript(asItStands(script.source)),
    key: redis.key(),
  })
  const decisions: Decision[] = []
  try {
    for (let i = 0; i < 3; i++) decisions.push(await limiter.tryAcquire(`req-${i}`))
  } catch (error) {
    throw script.explain(error)
  }
  const shown = decisions
    .map(({ allowed, remaining }) => `${allowed}, ${remaining} left`)
    .join('; ')
  const wanted = 'true, 1 left; true, 0 left; false, 0 left'
  const waits = decisions[2]?.retryAfterMs ?? 0
  if (shown === wanted && waits > (above ?? 0) && waits <= (most ?? 0)) return
  throw new Wrong(
    `${says}: ${shown}; then wait ${waits} ms\n` +
      `  expected ${wanted}; then more than ${above} ms, at most ${most}`,
  )
}

/**
 * A thousand requests at once from 4 processes: exactly `limit` of them are allowed. Returns the reply to
 * one more.
 */
export async function thousandAtOnce<Name extends string>(
  redis: TestRedis,
  script: ScriptUnderTest<Name>,
  limit: number,
  argvOf: (index: number) => Argv,
): Promise<Readonly<Record<Name, number>>> {
  await script.assertEnds(redis.client, redis.key(), argvOf(0))
  const key = redis.key()
  const argvs = Array.from({ length: 1000 }, (_, i) => argvOf(i))
  const replies = await withPods(4, inject('redisUrl'), (pods) =>
    pods.fire({ script: script.source, key, argvs }),
  )
  const read = replies.map((reply) => script.read(reply) as Readonly<Record<string, number>>)
  const allowed = read.filter((reply) => reply.allowed === 1).length
  if (allowed !== limit) {
    throw new Wrong(`limit ${limit}, 1,000 requests: ${allowed} were allowed`)
  }
  return (await runAsItStands(redis, script, key, argvOf(argvs.length))).reply
}
