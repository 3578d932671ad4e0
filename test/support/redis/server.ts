import { type Lease, newRun, takeLease } from './lease.ts'
import type { ServerControl } from './source.ts'
import { firstOf, type SourceName } from './sources.ts'
import { askVersion, refuseOlder } from './version.ts'

export { RedisUnavailable, type SourceName } from './sources.ts'

/** A Redis 8 or later, for one run. */
export interface RedisServer {
  /** `redis://host:port`. */
  readonly url: string
  readonly source: SourceName
  /** As the server tells it: `8.0.2`. */
  readonly version: string
  /** Whether this run started it. One that it did not start may be someone's: leave it as it is. */
  readonly owned: boolean
  /** The run's name, which its tests' keys begin with: see lease.ts. */
  readonly run: string
  /** What can be done to a server that this run started. */
  readonly control: ServerControl | undefined
  /** One line for people: `Redis 8.0.2 from Docker (redis:8), 0.4 s`. */
  readonly note: string
  /** Ends a server that this run started; on any other removes the run's own keys and no more. May be called again. */
  stop(): Promise<void>
}

/**
 * A Redis 8 from the first source that has one: `REDIS_URL`, Docker (the image `redis:8`, or
 * `REDIS_IMAGE`), a `redis-server` on PATH, a private copy that is fetched on Debian's family.
 * `KATA_REDIS=url|docker|local|fetch` allows one of them only.
 * What earlier runs left behind when they were killed is removed on the way, and the note says so.
 *
 * A server that it starts ends by `stop()`, and else with this process, however that ends.
 *
 * @param say is told, in one line, about a wait that takes more than a moment
 * @throws {RedisUnavailable} if there is none
 * @throws {SettingError} if `KATA_REDIS` is no source's name
 */
export async function startRedis(
  env: NodeJS.ProcessEnv = process.env,
  say: (line: string) => void = () => {},
): Promise<RedisServer> {
  const { found, source, warden, note } = await firstOf(env, say, async (source, context) => {
    const { url, from, settleMs, owned, control } = await source.find(context)
    const server = await askVersion(url, settleMs)
    refuseOlder(server, from)
    const run = newRun()
    const lease = owned ? undefined : await takeLease(url, run)
    return { url, from, owned, control, server, run, lease }
  })
  const { url, from, owned, control, server, run, lease } = found
  return {
    url,
    source,
    version: server.version,
    owned,
    run,
    control,
    note: await note(`${server.name} ${server.version} from ${from}`, keysLeft(lease)),
    async stop() {
      // A server that is gone by now: the next run finds what is left there.
      await lease?.end().catch(() => {})
      await warden?.end()
    },
  }
}

function keysLeft(lease: Lease | undefined): string[] {
  if (!lease?.removed) return []
  return [lease.removed === 1 ? '1 key' : `${lease.removed} keys`]
}
