import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { root } from '../../tools/judge/catalogue.mjs'
import { connect } from '../support/redis/connection.ts'
import { keyPrefix, newRun } from '../support/redis/lease.ts'
import { ownerName } from '../support/redis/owner.mjs'
import { startPrivateRedis } from '../support/redis/private.ts'
import { type RedisServer, startRedis } from '../support/redis/server.ts'

// A private server in the part of one that is someone else's.
let server: RedisServer
let client: Redis
beforeAll(async () => {
  server = await startPrivateRedis()
  client = connect(server.url)
  await client.connect()
})
afterEach(() => client.flushall())
afterAll(async () => {
  client?.disconnect()
  await server?.stop()
})

const visit = () => startRedis({ KATA_REDIS: 'url', REDIS_URL: server.url })
const keyOf = (run: string, name = 'key') => `${keyPrefix(run)}0123456789abcdef}:${name}`
const allKeys = async () => (await client.keys('*')).sort()
const MINUTE = 60_000

/** A run that has left keys and has this lease, in ms from now. */
async function leftBehind(run: string, leaseMs: number, keys: number): Promise<void> {
  await client.zadd('kata:runs', Date.now() + leaseMs, run)
  for (let i = 0; i < keys; i++) await client.set(keyOf(run, `key-${i}`), 'v', 'PXAT', 2 ** 43)
}

async function deadPid(): Promise<number> {
  const child = spawn('true', { stdio: 'ignore' })
  await once(child, 'exit')
  return child.pid as number
}

test('keys of runs that are over are removed, and one line says how many', async () => {
  await leftBehind(newRun(ownerName(await deadPid())), 9 * MINUTE, 3)
  await leftBehind(newRun(ownerName(process.pid, 'elsewhere')), -MINUTE, 2000)
  const visitor = await visit()
  expect(visitor.note).toMatch(/; removed what a killed run left: 2003 keys$/)
  expect(visitor.note).not.toContain('\n')
  expect(await allKeys()).toEqual(['kata:runs'])
  await visitor.stop()
  expect(await allKeys()).toEqual([])
})

test('runs that go on and everybody else’s keys are left alone', async () => {
  await leftBehind(newRun(ownerName(process.pid)), 9 * MINUTE, 1)
  await leftBehind(newRun(ownerName(await deadPid(), 'elsewhere')), 9 * MINUTE, 1)
  const strangers = ['a', 'kata', 'kata:{u42}', 'kata:{u42}:x', 'kata:runs:x', keyOf('of-no-run')]
  for (const key of strangers) await client.set(key, 'v')
  const before = await allKeys()
  const visitor = await visit()
  expect(visitor.note).not.toContain('removed')
  expect(await allKeys()).toEqual(before)
  expect(await client.zcard('kata:runs')).toBe(3)
  await visitor.stop()
  expect(await allKeys()).toEqual(before)
  expect(await client.zcard('kata:runs')).toBe(2)
})

test('a run takes its own keys along, should one of its tests have been killed', async () => {
  const visitor = await visit()
  await client.set(keyOf(visitor.run), 'v')
  await visitor.stop()
  expect(await allKeys()).toEqual([])
})

test('npm test, killed in the middle: the next run removes its keys and says so', async () => {
  await client.config('SET', 'notify-keyspace-events', 'E$zg')
  const watcher = connect(server.url)
  await watcher.connect()
  await watcher.psubscribe('__keyevent@*__:zadd')
  const touched = new Promise<void>((resolve) => {
    watcher.on('pmessage', (_pattern, _channel, key) => {
      if (key.startsWith('kata:{')) resolve()
    })
  })
  // It cannot clean up after a test, whenever it is killed.
  await client.acl('SETUSER', 'default', '-unlink')
  const folder = mkdtempSync(join(tmpdir(), 'workbook test-'))
  const env = { ...process.env, KATA_REDIS: 'url', REDIS_URL: server.url, TMPDIR: folder }
  const args = ['tools/test.mjs', 'solutions/15']
  const run = spawn(process.execPath, args, { cwd: root, env, stdio: 'ignore', detached: true })
  const ended = once(run, 'exit')
  await Promise.race([touched, ended])
  // The whole group, so that no fork goes on and cleans up after itself.
  process.kill(-(run.pid as number), 'SIGKILL')
  expect(await ended).toEqual([null, 'SIGKILL'])
  watcher.disconnect()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  await client.acl('SETUSER', 'default', '+unlink')
  expect((await allKeys()).length).toBeGreaterThan(1)
  const visitor = await visit()
  expect(visitor.note).toMatch(/; removed what a killed run left: \d+ keys?$/)
  await visitor.stop()
  expect(await allKeys()).toEqual([])
})
