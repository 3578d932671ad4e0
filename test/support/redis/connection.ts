import { Redis } from 'ioredis'
import { RedisLost } from '../failure.ts'

/** Whether an error means that Redis is gone, or busy with a script that does not end. */
export const isLost = (error: Error): boolean =>
  /^(Command timed out|Connection is closed|BUSY |connect E|read E)/.test(error.message) ||
  error.message.includes("Stream isn't writeable")

/**
 * Runs what asks Redis through the learner's code, which may do with an error as it likes. Where Redis did
 * not answer one of `answered`, that is what it comes to, whatever else did.
 */
export async function unlessLost(
  run: (answered: <T>(asked: Promise<T>) => Promise<T>) => Promise<void>,
): Promise<void> {
  let lost: RedisLost | undefined
  try {
    await run((asked) =>
      asked.catch((error: Error) => {
        if (isLost(error)) lost ??= new RedisLost(`Redis no longer answers: ${error.message}`)
        throw error
      }),
    )
  } catch (error) {
    throw lost ?? error
  }
  if (lost) throw lost
}

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

/** The keys whose name begins with `prefix`. Looks at every key of the server. */
export async function keysUnder(client: Redis, prefix: string): Promise<string[]> {
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

export async function deleteKeys(client: Redis, keys: readonly string[]): Promise<void> {
  for (let from = 0; from < keys.length; from += 1_000) {
    await client.unlink(...keys.slice(from, from + 1_000))
  }
}

/** Hands `use` a connection of its own, and disconnects whatever happens; at once when interrupted. */
export async function connected<T>(
  url: string,
  use: (client: Redis) => Promise<T>,
  interrupted?: AbortSignal,
): Promise<T> {
  const client = connect(url)
  interrupted?.addEventListener('abort', () => client.disconnect())
  try {
    await client.connect()
    return await use(client)
  } finally {
    client.disconnect()
  }
}
