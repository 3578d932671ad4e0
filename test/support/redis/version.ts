import { setTimeout as sleep } from 'node:timers/promises'
import { reason } from './source.ts'

const OLDEST = 8
const ANSWER_MS = 2_000

/** What a server says it is: Valkey, too, tells the version of Redis that it stands in for. */
export interface ServerVersion {
  readonly name: string
  readonly version: string
}

/** Throws, naming the server and its version, unless it is a Redis 8 or later. */
export function refuseOlder({ name, version }: ServerVersion, where: string): void {
  const isRedis = name.toLowerCase() === 'redis'
  if (isRedis && Number.parseInt(version, 10) >= OLDEST) return
  const why = isRedis ? `is older than ${OLDEST}` : `is not Redis ${OLDEST}`
  throw new Error(`${name} ${version} at ${where} ${why}`)
}

/**
 * Asks the server at `url` what it is. While a connection is refused, asks again for `settleMs` ms.
 * Rejects with the reason: refused, no answer within 2 s, a password is needed, …
 */
export async function askVersion(url: string, settleMs: number): Promise<ServerVersion> {
  const until = performance.now() + settleMs
  for (;;) {
    try {
      const info = await askInfo(url)
      const field = (key: string) => new RegExp(`^${key}:(.*?)\\r?$`, 'm').exec(info)?.[1]
      const name = field('server_name') ?? 'Redis'
      const version = field(`${name}_version`) ?? field('redis_version')
      if (version === undefined) throw new Error('INFO names no version: is this a Redis?')
      return { name, version }
    } catch (error) {
      if (performance.now() >= until) throw error
      await sleep(20)
    }
  }
}

async function askInfo(url: string): Promise<string> {
  const { Redis } = await import('ioredis')
  const client = new Redis(url, {
    lazyConnect: true,
    connectTimeout: ANSWER_MS,
    commandTimeout: ANSWER_MS,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  })
  // The rejection of connect() says only that the connection is closed; the event says why.
  let fault: unknown
  client.on('error', (error) => {
    fault = error
  })
  try {
    await client.connect()
    return await client.info('server')
  } catch (error) {
    throw new Error(reason(fault ?? error))
  } finally {
    client.disconnect()
  }
}
