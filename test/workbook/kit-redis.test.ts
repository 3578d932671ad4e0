import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, inject, test, vi } from 'vitest'
import type { Decision } from '../../katas/kit/decision.ts'
import { root } from '../../tools/judge/catalogue.mjs'
import { useRedis } from '../support/redis/client.ts'
import { connect } from '../support/redis/connection.ts'
import { startPrivateRedis } from '../support/redis/private.ts'
import { LIMITERS, limiterOf } from './redis-limiters.ts'

const redis = useRedis()
const POD = fileURLToPath(new URL('pod-with-clock.ts', import.meta.url))
const HOUR = 3_600_000
const FILES = Object.keys(LIMITERS)

describe.for(FILES)('%s', (file) => {
  test('a script that the server does not know is taught by one EVAL, once', async () => {
    const { client } = redis
    const evaluate = vi.spyOn(client, 'eval')
    // New by a comment: SCRIPT FLUSH is not for a server that may be someone else's.
    const made = { client, key: redis.key(), limit: 3 }
    const { limiter, script } = limiterOf(file, made, randomUUID())
    expect(await client.script('EXISTS', script.sha)).toEqual([0])
    const decisions = []
    for (const id of ['a', 'b', 'c', 'd']) decisions.push(await limiter.tryAcquire(id))
    expect(decisions.map(({ remaining }) => remaining)).toEqual([2, 1, 0, 0])
    expect(decisions.map(({ allowed }) => allowed)).toEqual([true, true, true, false])
    expect(evaluate).toHaveBeenCalledTimes(1)
    evaluate.mockRestore()
    expect(await client.script('EXISTS', script.sha)).toEqual([1])
  })
})

test('pods whose clocks are hours and years apart keep each limit together', async () => {
  const key = redis.key()
  const shifts = [-5 * HOUR, 0, 7 * HOUR, 9000 * HOUR]
  const pods = await Promise.all(
    shifts.map(async (shift) => {
      const args = ['--import', 'tsx', POD, inject('redisUrl'), key, String(shift), '4']
      const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root })
      return JSON.parse(stdout) as { year: number; decisions: Record<string, Decision[]> }
    }),
  )
  expect(new Set(pods.map(({ year }) => year)).size).toBeGreaterThan(1)
  for (const file of FILES) {
    const decisions = pods.flatMap((pod) => pod.decisions[file] ?? [])
    expect(decisions, file).toHaveLength(16)
    expect(
      decisions.filter(({ allowed }) => allowed),
      file,
    ).toHaveLength(5)
    const waits = decisions.filter(({ allowed }) => !allowed).map((one) => one.retryAfterMs)
    // No pod's clock is in them.
    expect(Math.min(...waits), file).toBeGreaterThan(HOUR)
    expect(Math.max(...waits) - Math.min(...waits), file).toBeLessThan(240_000)
  }
})

test('each limiter goes on after SCRIPT FLUSH, and after a restart of its server', async () => {
  let server = await startPrivateRedis()
  const client = connect(server.url)
  try {
    await client.connect()
    const limiters = FILES.map((file) => limiterOf(file, { client, key: file, limit: 3 }).limiter)
    const remaining = (id: string) =>
      Promise.all(limiters.map(async (one) => (await one.tryAcquire(id)).remaining))
    const all = (left: number) => FILES.map(() => left)
    expect(await remaining('a')).toEqual(all(2))
    expect(await client.script('FLUSH', 'SYNC')).toBe('OK')
    expect(await remaining('b')).toEqual(all(1))

    const closed = new Promise((resolve) => client.once('end', resolve))
    await server.stop()
    await closed
    await expect(remaining('c')).rejects.toThrow()
    // Nothing on disk: what comes back knows neither the scripts nor the keys.
    server = await startPrivateRedis()
    client.options.port = Number(new URL(server.url).port)
    await client.connect()
    expect(await remaining('d')).toEqual(all(2))
    expect(await remaining('e')).toEqual(all(1))
  } finally {
    client.disconnect()
    await server.stop()
  }
})
