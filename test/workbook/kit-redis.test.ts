import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, inject, test, vi } from 'vitest'
import type { Decision } from '../../katas/kit/decision.ts'
import { RedisSlidingLog } from '../../katas/kit/redis-sliding-log.ts'
import { RedisScript } from '../../katas/kit/script.ts'
import { root } from '../../tools/judge/catalogue.mjs'
import { useRedis } from '../support/redis/client.ts'
import { connect } from '../support/redis/connection.ts'
import { startPrivateRedis } from '../support/redis/private.ts'

const redis = useRedis()
const SOURCE = readFileSync(new URL('../../lua/sliding-log.lua', import.meta.url), 'utf8')
const POD = fileURLToPath(new URL('pod-with-clock.ts', import.meta.url))
const HOUR = 3_600_000

test('a script that the server does not know is taught by one EVAL, once', async () => {
  // New by a comment: SCRIPT FLUSH is not for a server that may be someone else's.
  const script = new RedisScript(`${SOURCE}\n-- ${randomUUID()}`)
  const { client } = redis
  const evaluate = vi.spyOn(client, 'eval')
  const limiter = new RedisSlidingLog({
    client,
    script,
    key: redis.key(),
    limit: 3,
    windowMs: HOUR,
  })
  expect(await client.script('EXISTS', script.sha)).toEqual([0])
  const decisions = []
  for (const id of ['a', 'b', 'c', 'd']) decisions.push(await limiter.tryAcquire(id))
  expect(decisions.map(({ remaining }) => remaining)).toEqual([2, 1, 0, 0])
  expect(decisions.map(({ allowed }) => allowed)).toEqual([true, true, true, false])
  expect(evaluate).toHaveBeenCalledTimes(1)
  expect(await client.script('EXISTS', script.sha)).toEqual([1])
})

test('a limiter goes on after SCRIPT FLUSH, and after a restart of its server', async () => {
  let server = await startPrivateRedis()
  const client = connect(server.url)
  try {
    await client.connect()
    const script = new RedisScript(SOURCE)
    const limiter = new RedisSlidingLog({ client, script, key: 'k', limit: 3, windowMs: HOUR })
    const remaining = async (id: string) => (await limiter.tryAcquire(id)).remaining
    expect(await remaining('a')).toBe(2)
    expect(await client.script('FLUSH', 'SYNC')).toBe('OK')
    expect(await remaining('b')).toBe(1)

    const closed = new Promise((resolve) => client.once('end', resolve))
    await server.stop()
    await closed
    await expect(remaining('c')).rejects.toThrow()
    // Nothing on disk: what comes back knows neither the script nor the log.
    server = await startPrivateRedis()
    client.options.port = Number(new URL(server.url).port)
    await client.connect()
    expect(await remaining('d')).toBe(2)
    expect(await remaining('e')).toBe(1)
  } finally {
    client.disconnect()
    await server.stop()
  }
})

test('pods whose clocks are hours and years apart keep one limit together', async () => {
  const key = redis.key()
  const shifts = [-5 * HOUR, 0, 7 * HOUR, 9000 * HOUR]
  const pods = await Promise.all(
    shifts.map(async (shift) => {
      const args = ['--import', 'tsx', POD, inject('redisUrl'), key, String(shift), '4']
      const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root })
      return JSON.parse(stdout) as { year: number; decisions: Decision[] }
    }),
  )
  expect(new Set(pods.map(({ year }) => year)).size).toBeGreaterThan(1)
  const decisions = pods.flatMap((pod) => pod.decisions)
  expect(decisions).toHaveLength(16)
  expect(decisions.filter(({ allowed }) => allowed)).toHaveLength(5)
  for (const { retryAfterMs } of decisions.filter(({ allowed }) => !allowed)) {
    expect(retryAfterMs).toBeGreaterThan(HOUR - 240_000)
    expect(retryAfterMs).toBeLessThanOrEqual(HOUR)
  }
})
