import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ownHost } from '../support/redis/owner.mjs'
import { RedisUnavailable, startRedis } from '../support/redis/server.ts'

const RECORDS = fileURLToPath(new URL('../../.cache/redis', import.meta.url))
const NO_DOCKER = 'unix:///nowhere/docker.sock'

let folder: string
beforeEach(() => {
  // The name has a space, as the path of a checkout may have one.
  folder = mkdtempSync(join(tmpdir(), 'workbook test-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** An environment whose PATH holds nothing but a redis-server that tells this version. */
function pathWithServer(versionLine: string): NodeJS.ProcessEnv {
  const program = join(folder, 'redis-server')
  writeFileSync(program, `#!/bin/sh\necho '${versionLine}'\n`, { mode: 0o755 })
  return { PATH: folder, DOCKER_HOST: NO_DOCKER }
}

/** An environment without any Redis, fetched ones included. */
const nothing = () => ({ PATH: folder, DOCKER_HOST: NO_DOCKER, KATA_REDIS_CACHE: folder })

async function refusal(env: NodeJS.ProcessEnv): Promise<RedisUnavailable> {
  const outcome = await startRedis(env).catch((error) => error)
  expect(outcome).toBeInstanceOf(RedisUnavailable)
  return outcome
}

describe('which Redis a run gets', () => {
  test('an unknown KATA_REDIS is an error that names it', async () => {
    await expect(startRedis({ KATA_REDIS: 'bogus' })).rejects.toThrow(
      "KATA_REDIS must be one of url, docker, local, fetch, got 'bogus'",
    )
  })

  test('without any Redis each source says why', async () => {
    const { tried } = await refusal(nothing())
    expect(tried).toEqual([
      { source: 'url', why: 'REDIS_URL is not set' },
      { source: 'docker', why: expect.stringContaining('/nowhere/docker.sock does not answer') },
      { source: 'local', why: 'no redis-server on PATH' },
      { source: 'fetch', why: expect.stringMatching(/^(no apt-get on PATH|this is no Debian)/) },
    ])
  })

  test('a forced source is the only one tried', async () => {
    for (const source of ['url', 'docker', 'local', 'fetch']) {
      const error = await refusal({ ...nothing(), KATA_REDIS: source })
      expect(error.tried.map((each) => each.source)).toEqual([source])
      expect(error.message).toMatch(new RegExp(`^KATA_REDIS=${source}: .`))
    }
  })

  test('a redis-server older than 8 is refused by its name and version', async () => {
    const env = pathWithServer('Redis server v=7.0.15 sha=00000000:0 malloc=jemalloc-5.2.1')
    const { message } = await refusal({ ...env, KATA_REDIS: 'local' })
    expect(message).toContain(`Redis 7.0.15 at ${join(folder, 'redis-server')} is older than 8`)
  })

  test('a server that is not Redis is refused, whatever its version', async () => {
    const env = pathWithServer('Valkey server v=8.1.0 sha=00000000:0 malloc=jemalloc-5.2.1')
    const { message } = await refusal({ ...env, KATA_REDIS: 'local' })
    expect(message).toContain('Valkey 8.1.0 at')
    expect(message).toContain('is not Redis 8')
  })

  test('a redis-server that ends at once is reported with what it said last', async () => {
    const env = pathWithServer('Redis server v=8.0.2 sha=00000000:0 malloc=jemalloc-5.2.1')
    const { message } = await refusal({ ...env, KATA_REDIS: 'local' })
    expect(message).toContain('ended: Redis server v=8.0.2')
  })

  test('a password in REDIS_URL is never shown', async () => {
    const url = 'redis://user:secret@127.0.0.1:1'
    const { message } = await refusal({ KATA_REDIS: 'url', REDIS_URL: url })
    expect(message).toContain('ECONNREFUSED')
    expect(message).not.toContain('secret')
  })
})

describe('what a killed run left behind', () => {
  const started: ChildProcess[] = []
  afterEach(() => {
    for (const child of started.splice(0)) child.kill('SIGKILL')
  })

  /** A process that shows `title` as its command line. */
  function processWithTitle(title: string): ChildProcess {
    const child = spawn('sleep', ['300'], { argv0: title, stdio: 'ignore' })
    started.push(child)
    return child
  }

  /** The record of a run whose process is gone. */
  async function recordOfDeadRun(pid: number | undefined, port: number, dir: string) {
    const owner = spawn('true', { stdio: 'ignore' })
    await once(owner, 'exit')
    mkdirSync(RECORDS, { recursive: true })
    const run = `test-${owner.pid}`
    const file = join(RECORDS, `${run}.json`)
    const local = { pid, port, dir }
    writeFileSync(file, JSON.stringify({ run, host: ownHost(), pid: owner.pid, local }))
    return file
  }

  const anyStart = () => refusal({ PATH: folder, KATA_REDIS: 'local' })

  test('its redis-server, folder and record are removed by the next start', async () => {
    const server = processWithTitle('redis-server 127.0.0.1:45678')
    const dir = mkdtempSync(join(tmpdir(), 'kata-redis-'))
    const record = await recordOfDeadRun(server.pid, 45678, dir)
    const ended = once(server, 'exit')
    await anyStart()
    expect(await ended).toEqual([null, 'SIGKILL'])
    expect([record, dir].filter((path) => existsSync(path))).toEqual([])
  })

  test('the nodes of its cluster are removed by the next start', async () => {
    const ports = [45678, 45679, 45680]
    const nodes = ports.map((port) => processWithTitle(`redis-server 127.0.0.1:${port} [cluster]`))
    const cluster = nodes.map(({ pid }, i) => ({
      pid,
      port: ports[i],
      dir: mkdtempSync(join(tmpdir(), 'kata-redis-')),
    }))
    const record = await recordOfDeadRun(undefined, 45678, join(tmpdir(), 'kata-redis-gone'))
    writeFileSync(record, JSON.stringify({ ...JSON.parse(readFileSync(record, 'utf8')), cluster }))
    const ended = Promise.all(nodes.map((node) => once(node, 'exit')))
    await anyStart()
    expect(await ended).toEqual(nodes.map(() => [null, 'SIGKILL']))
    expect([record, ...cluster.map(({ dir }) => dir)].filter((path) => existsSync(path))).toEqual(
      [],
    )
  })

  test('a process that took over its pid is left alone', async () => {
    const stranger = processWithTitle('a stranger on port 45678')
    const record = await recordOfDeadRun(stranger.pid, 45678, join(tmpdir(), 'kata-redis-gone'))
    await anyStart()
    expect(stranger.exitCode ?? stranger.signalCode).toBeNull()
    expect(existsSync(record)).toBe(false)
  })

  test('a folder that is not ours is left alone', async () => {
    const record = await recordOfDeadRun(undefined, 45678, folder)
    await anyStart()
    expect(existsSync(folder)).toBe(true)
    expect(existsSync(record)).toBe(false)
  })

  test('the record of a run that still runs is left alone', async () => {
    const record = await recordOfDeadRun(undefined, 45678, folder)
    writeFileSync(record, JSON.stringify({ run: 'x', host: ownHost(), pid: process.pid }))
    await anyStart()
    expect(existsSync(record)).toBe(true)
    rmSync(record)
  })
})
