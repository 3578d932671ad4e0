import { SettingError } from '../settings.mjs'
import { reason, type Source, SourceAbsent, type SourceContext } from './source.ts'
import { hasRecords, startWarden, type Warden } from './warden.ts'

/** The ways to a Redis, in the order in which they are tried; each is loaded when its turn comes. */
const SOURCES = {
  url: async () => (await import('./source-url.ts')).url,
  docker: async () => (await import('./source-docker.ts')).docker,
  local: async () => (await import('./source-local.ts')).local,
  fetch: async () => (await import('./source-fetch.ts')).fetched,
} as const satisfies Record<string, () => Promise<Source>>

export type SourceName = keyof typeof SOURCES

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

/** What a source gave, and what there is to say and to end. */
export interface Start<T> {
  readonly found: T
  readonly source: SourceName
  /** Undefined if nothing was started, and nothing was there to remove. */
  readonly warden: Warden | undefined
  /** One line for people: `what, 0.4 s`, then what went wrong on the way and what was removed. */
  note(what: string, removed?: readonly string[]): Promise<string>
}

/**
 * What `ask` gets of the first source that has it; `KATA_REDIS` allows one of them only. What earlier runs
 * left behind when they were killed is removed on the way.
 *
 * @param say is told, in one line, about a wait that takes more than a moment
 * @throws {RedisUnavailable} if no source has it
 * @throws {SettingError} if `KATA_REDIS` is no source's name
 */
export async function firstOf<T>(
  env: NodeJS.ProcessEnv,
  say: (line: string) => void,
  ask: (source: Source, context: SourceContext) => Promise<T>,
): Promise<Start<T>> {
  const startedAt = performance.now()
  const names = chosen(env.KATA_REDIS)
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
  for (const name of names) {
    try {
      const found = await ask(await SOURCES[name](), context)
      return {
        found,
        source: name,
        warden,
        async note(what, removed = []) {
          const left = [...((await warden?.removed) ?? []), ...removed]
          const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
          return [
            `${what}, ${seconds} s`,
            ...faults,
            ...left.map((one) => `removed what a killed run left: ${one}`),
          ].join('; ')
        },
      }
    } catch (error) {
      const why = reason(error)
      tried.push({ source: name, why })
      if (!(error instanceof SourceAbsent)) faults.push(`not from ${name}: ${why}`)
    }
  }
  // What could not be removed the next run removes; here the reasons count.
  await warden?.end().catch(() => {})
  throw new RedisUnavailable(tried, Boolean(env.KATA_REDIS))
}

function chosen(name: string | undefined): SourceName[] {
  const all = Object.keys(SOURCES) as SourceName[]
  if (!name) return all
  const one = all.find((each) => each === name)
  if (one) return [one]
  throw new SettingError(`KATA_REDIS must be one of ${all.join(', ')}, got '${name}'`)
}
