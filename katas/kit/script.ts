import { createHash } from 'node:crypto'

/** What {@link RedisScript} needs of a Redis client. ioredis has it. */
export interface ScriptClient {
  evalsha(sha: string, numKeys: number, ...args: (string | number)[]): Promise<unknown>
  eval(script: string, numKeys: number, ...args: (string | number)[]): Promise<unknown>
}

/**
 * A Lua script that Redis knows by the SHA-1 of its text, so that a call sends 40 characters and
 * not the script. It holds no connection: one object serves any number of clients.
 */
export class RedisScript {
  readonly source: string
  /** SHA-1 of the source, in hex: the name by which EVALSHA calls it. */
  readonly sha: string

  constructor(source: string) {
    this.source = source
    this.sha = createHash('sha1').update(source).digest('hex')
  }

  /**
   * Runs the script with `keys` as KEYS and `args` as ARGV and resolves to its reply. Costs one
   * round trip, or two when the server does not know the script (its first call, a restart, SCRIPT
   * FLUSH). Rejects with whatever the client rejects with. Such a call is not tried again: after a
   * timeout or a lost connection the script may have run, and a second run would count the request
   * twice.
   */
  async run(
    client: ScriptClient,
    keys: readonly string[],
    args: readonly (string | number)[],
  ): Promise<unknown> {
    try {
      return await client.evalsha(this.sha, keys.length, ...keys, ...args)
    } catch (error) {
      if (!isNoScript(error)) throw error
    }
    // NOSCRIPT is the one failure that proves that nothing has run. EVAL also teaches the server.
    return await client.eval(this.source, keys.length, ...keys, ...args)
  }
}

function isNoScript(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('NOSCRIPT')
}
