import { Redis } from 'ioredis'
import { expect, test } from 'vitest'
import { type RedisCluster, startCluster } from '../support/redis/cluster.ts'
import { connect } from '../support/redis/connection.ts'
import { RedisUnavailable } from '../support/redis/server.ts'

const KEYS = ['a', 'b', 'c', 'd', 'e', 'f']

/** What each master says of each key: its value, or where it is. */
async function asked({ urls }: RedisCluster): Promise<string[][]> {
  const masters = urls.map(connect)
  try {
    await Promise.all(masters.map((one) => one.connect()))
    return await Promise.all(
      KEYS.map((key) =>
        Promise.all(masters.map((one) => one.get(key).catch(({ message }: Error) => message))),
      ),
    ).then((rows) => rows.map((row) => row.map((reply) => reply ?? 'nothing')))
  } finally {
    for (const one of masters) one.disconnect()
  }
}

test('each key is at one of three masters, and the others tell its address; then all are gone', async () => {
  const cluster = await startCluster()
  const hosts = cluster.urls.map((url) => new URL(url).host)
  try {
    expect(cluster.note).toMatch(/^a cluster of 3 masters, Redis \d+\.\d+\.\d+ from .+, [\d.]+ s/)
    for (const row of await asked(cluster)) {
      const owner = hosts[row.indexOf('nothing')]
      expect(row.filter((reply) => reply === 'nothing')).toHaveLength(1)
      expect(row.filter((reply) => reply.endsWith(` ${owner}`))).toHaveLength(2)
    }
  } finally {
    await cluster.stop()
  }
  for (const url of cluster.urls) {
    const client = new Redis(url, { lazyConnect: true, retryStrategy: () => null })
    client.on('error', () => {})
    await expect(client.connect()).rejects.toThrow()
  }
}, 60_000)

test('REDIS_URL plays no part, and where none can be started each source says why', async () => {
  const env = { PATH: '', DOCKER_HOST: 'unix:///nowhere/docker.sock', REDIS_URL: 'redis://x:1' }
  const outcome = await startCluster({ ...env, KATA_REDIS: 'local' }).catch((error) => error)
  expect(outcome).toBeInstanceOf(RedisUnavailable)
  expect(outcome.message).toBe('KATA_REDIS=local: no redis-server on PATH')
  const url = await startCluster({ ...env, KATA_REDIS: 'url', KATA_REDIS_CACHE: '/nowhere' }).catch(
    (error) => error,
  )
  expect(url.tried[0]).toEqual({ source: 'url', why: expect.stringMatching(/^REDIS_URL is one/) })
})
