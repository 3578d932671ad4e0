import { randomBytes } from 'node:crypto'
import type { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, inject } from 'vitest'
import { RedisLost } from '../failure.ts'
import { connect, deleteKeys, keysUnder } from './connection.ts'
import { keyPrefix } from './lease.ts'
import type { SourceName } from './sources.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The run's Redis, `redis://host:port`; empty if there is none. */
    redisUrl: string
    /** Which Redis it is, in one line for people. */
    redisNote: string
    /** Where it is from, as `KATA_REDIS` names it; empty if there is none. */
    redisSource: SourceName | ''
    /** The run's name, which all keys on its Redis begin with. */
    redisRun: string
  }
}

/** What a test file has of the run's Redis. */
export interface TestRedis {
  /** Connected while tests run. A lost connection fails a command at once: nothing waits in a queue. */
  readonly client: Redis
  /**
   * A key under this test's own random prefix, `kata:{run.random}:name`: the same for the same name,
   * and a new one at each call without a name. Every key under the prefix is deleted after the test.
   */
  key(name?: string): string
  /** The keys whose name begins with `prefix`. Looks at every key of the server. */
  keysUnder(prefix: string): Promise<string[]>
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
    endWhenLate(client)
    await client.connect().catch((error: Error) => {
      throw new RedisLost(`Redis no longer answers: ${error.message}`)
    })
  })
  afterEach(async () => {
    // A Redis that is gone has no keys left to delete.
    if (client?.status === 'ready' && prefix) {
      await deleteKeys(client, await keysUnder(client, prefix))
    }
    prefix = undefined
  })
  afterAll(() => client?.disconnect())

  return {
    get client() {
      if (!client) throw new Error('useRedis(): the client is there only inside tests and hooks')
      return client
    },
    key(name) {
      prefix ??= `${keyPrefix(inject('redisRun'))}${randomBytes(8).toString('hex')}}:`
      return prefix + (name ?? `key-${++unnamed}`)
    },
    keysUnder(under) {
      return keysUnder(this.client, under)
    },
  }
}

/**
 * Closes the connection at the first command that is not answered in time: those after it would wait as
 * long each, in the search for a smallest counterexample too.
 */
function endWhenLate(client: Redis): void {
  const send = client.sendCommand.bind(client)
  client.sendCommand = (command, stream) => {
    command.promise.catch((error: Error) => {
      if (error.message === 'Command timed out') client.disconnect()
    })
    return send(command, stream)
  }
}
