import { randomBytes } from 'node:crypto'
import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, inject } from 'vitest'
import { RedisLost } from '../failure.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The run's Redis, `redis://host:port`; empty if there is none. */
    redisUrl: string
    /** Which Redis it is, in one line for people. */
    redisNote: string
  }
}

/** What a test file has of the run's Redis. */
export interface TestRedis {
  /** Connected while tests run. A lost connection fails a command at once: nothing waits in a queue. */
  readonly client: Redis
  /**
   * A key under this test's own random prefix, `kata:{random}:name`: the same for the same name,
   * and a new one at each call without a name. Every key under the prefix is deleted after the test.
   */
  key(name?: string): string
  /** The keys whose name begins with `prefix`. Looks at every key of the server. */
  keysUnder(prefix: string): Promise<string[]>
}

/** Whether an error means that Redis is gone, or busy with a script that does not end. */
export const isLost = (error: Error): boolean =>
  /^(Command timed out|Connection is closed|BUSY |connect E|read E)/.test(error.message) ||
  error.message.includes("Stream isn't writeable")

/** A client that fails at once instead of waiting for better times. */
export function connect(url: string): Redis {
  const client = new Redis(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    connectTimeout: 5_000,
    commandTimeout: 3_000,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  })
  // Without a listener ioredis prints; the commands in flight are rejected anyway.
  client.on('error', () => {})
  return client
}

/** Call it at the top of a test file: it connects before its tests and cleans up after each. */
export function useRedis(): TestRedis {
  let client: Redis | undefined
  let prefix: string | undefined
  let unnamed = 0

  beforeAll(async () => {
    // Without Redis the tests of a kata are not run, see the judge's runner.
    const url = inject('redisUrl')
    if (!url) return
    client = connect(url)
    await client.connect().catch((error: Error) => {
      throw new RedisLost(`Redis no longer answers: ${error.message}`)
    })
  })
  afterEach(async () => {
    // A Redis that is gone has no keys left to delete.
    if (client?.status === 'ready' && prefix) await deleteUnder(client, prefix)
    prefix = undefined
  })
  afterAll(() => client?.disconnect())

  return {
    get client() {
      if (!client) throw new Error('useRedis(): the client is there only inside tests and hooks')
      return client
    },
    key(name) {
      prefix ??= `kata:{${randomBytes(8).toString('hex')}}:`
      return prefix + (name ?? `key-${++unnamed}`)
    },
    keysUnder(under) {
      return keysUnder(this.client, under)
    },
  }
}

async function keysUnder(client: Redis, prefix: string): Promise<string[]> {
  const found: string[] = []
  const match = `${prefix.replace(/[[\]*?\\]/g, '\\$&')}*`
  let cursor = '0'
  do {
    const [next, keys] = await client.scan(cursor, 'MATCH', match, 'COUNT', 1_000)
    found.push(...keys)
    cursor = next
  } while (cursor !== '0')
  return [...new Set(found)]
}

async function deleteUnder(client: Redis, prefix: string): Promise<void> {
  const keys = await keysUnder(client, prefix)
  if (keys.length > 0) await client.unlink(...keys)
}
