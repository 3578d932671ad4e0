import { type Lease, newRun, takeLease } from './lease.ts'
import { reason, type ServerControl, SourceAbsent, type SourceContext } from './source.ts'
import { docker } from './source-docker.ts'
import { fetched } from './source-fetch.ts'
import { local } from './source-local.ts'
import { url } from './source-url.ts'
import { askVersion, refuseOlder } from './version.ts'
import { hasRecords, startWarden, type Warden } from './warden.ts'

/** The ways to a Redis, in the order in which they are tried. */
const SOURCES = [url, docker, local, fetched] as const

export type SourceName = (typeof SOURCES)[number]['name']

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

/** No source has a Redis 8; `tried` says of each why not. */
export class RedisUnavailable extends Error {
  override readonly name = 'RedisUnavailable'
  readonly tried: readonly { readonly source: string; readonly why: string }[]

  constructor(tried: RedisUnavailable['tried'], forced: boolean) {
    const reasons = tried.map(({ source, why }) => `${source}: ${why}`)
    super(forced ? `KATA_REDIS=${reasons.join()}` : ['no Redis 8', ...reasons].join('\n  '))
    this.tried = tried
  }
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
 * @throws {RangeError} if `KATA_REDIS` is no source's name
 */
export async function startRedis(
  env: NodeJS.ProcessEnv = process.env,
  say: (line: string) => void = () => {},
): Promise<RedisServer> {
  const startedAt = performance.now()
  const sources = chosen(env.KATA_REDIS)
  let warden: Warden | undefined
  const context: SourceContext = {
    env,
    say,
    warden() {
      warden ??= startWarden(env)
      return warden
    },
  }
  if (hasRecords()) context.warden()

  const tried: { source: SourceName; why: string }[] = []
  const faults: string[] = []
  for (const source of sources) {
    try {
      const found = await source.find(context)
      const server = await askVersion(found.url, found.settleMs)
      refuseOlder(server, found.from)
      const run = newRun()
      const lease = found.owned ? undefined : await takeLease(found.url, run)
      const removed = [...((await warden?.removed) ?? []), ...keysLeft(lease)]
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
      return {
        url: found.url,
        source: source.name,
        version: server.version,
        owned: found.owned,
        run,
        control: found.control,
        note: [
          `${server.name} ${server.version} from ${found.from}, ${seconds} s`,
          ...faults,
          ...removed.map((what) => `removed what a killed run left: ${what}`),
        ].join('; '),
        async stop() {
          // A server that is gone by now: the next run finds what is left there.
          await lease?.end().catch(() => {})
          await warden?.end()
        },
      }
    } catch (error) {
      const why = reason(error)
      tried.push({ source: source.name, why })
      if (!(error instanceof SourceAbsent)) faults.push(`not from ${source.name}: ${why}`)
    }
  }
  // What could not be removed the next run removes; here the reasons count.
  await warden?.end().catch(() => {})
  throw new RedisUnavailable(tried, Boolean(env.KATA_REDIS))
}

function keysLeft(lease: Lease | undefined): string[] {
  if (!lease?.removed) return []
  return [lease.removed === 1 ? '1 key' : `${lease.removed} keys`]
}

function chosen(name: string | undefined): (typeof SOURCES)[number][] {
  if (!name) return [...SOURCES]
  const source = SOURCES.find((each) => each.name === name)
  if (source) return [source]
  const names = SOURCES.map((each) => each.name).join(', ')
  throw new RangeError(`KATA_REDIS must be one of ${names}, got '${name}'`)
}
