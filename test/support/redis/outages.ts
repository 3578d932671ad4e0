import { once } from 'node:events'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, type TestContext } from 'vitest'
import { START_MS, startRedisApart } from './apart.ts'
import { NO_REDIS } from './no-redis.mjs'
import { RedisProxy } from './proxy.ts'
import type { ServerControl } from './source.ts'
import { RedisUnavailable } from './sources.ts'

/** A Redis that nobody else uses, and a client of it as a limiter should have one. */
export interface Outage {
  readonly client: Redis
  /** Between the client and Redis. */
  readonly proxy: RedisProxy
  readonly control: ServerControl
  /** A client of the server itself, past the proxy, to see what has counted. */
  readonly direct: Redis
  /** Another server, empty, that the proxy leads to from now on. */
  replace(): Promise<void>
}

/** How long a client that lost its connection waits before it tries again, in ms; with jitter in the field. */
const backoffMs = (tries: number): number => Math.min(2000, 20 * 2 ** (tries - 1))

/** A client that fails at once rather than late, never sends twice, and comes back by itself. */
export function limiterClient(url: string): Redis {
  const client = new Redis(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    // In the field little more than the guard's own timeout; here a busy machine must not decide.
    commandTimeout: 15_000,
    connectTimeout: 15_000,
    retryStrategy: backoffMs,
  })
  client.on('error', () => {})
  return client
}

/**
 * Call it at the top of a test file: it starts a server of the file's own, once, and hands each test one
 * with a new client. A test that kills the server comes last.
 */
export function useOutages(): (
  test: TestContext,
  use: (outage: Outage) => Promise<void>,
) => Promise<void> {
  const servers: Awaited<ReturnType<typeof startRedisApart>>[] = []
  let why = 'what was found cannot be paused'
  const start = async () => {
    const server = await startRedisApart()
    servers.push(server)
    return server
  }
  beforeAll(async () => {
    await start().catch((error: unknown) => {
      if (!(error instanceof RedisUnavailable)) throw error
      why = error.message.replace(/\s+/g, ' ')
    })
  }, START_MS + 5_000)
  afterAll(() => Promise.all(servers.map((server) => server.stop())), 30_000)

  return async (test, use) => {
    const [server] = servers
    const control = server?.control
    // Not run, which is not a pass.
    if (!server || !control) return test.skip(`${NO_REDIS}: ${why}`)
    const proxy = await RedisProxy.start(server.url)
    const [client, direct] = [limiterClient(proxy.url), limiterClient(server.url)]
    try {
      await Promise.all([client.connect(), direct.connect()])
      await direct.flushall()
      await use({
        client,
        proxy,
        control,
        direct,
        async replace() {
          const ready = once(client, 'ready')
          proxy.leadTo((await start()).url)
          await ready
        },
      })
    } finally {
      client.disconnect()
      direct.disconnect()
      proxy.close()
    }
  }
}
