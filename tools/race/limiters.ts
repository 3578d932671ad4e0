import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import type { Redis } from 'ioredis'
import {
  type AsyncLimiter,
  checkThenAct,
  luaCheckThenAct,
  multiAddThenCheck,
  multiCheckThenAct,
} from '../../katas/kit/index.ts'
import { kataNamed, solutionOf } from '../judge/catalogue.mjs'

export interface Options {
  readonly client: Redis
  readonly key: string
  readonly limit: number
  readonly windowMs: number
  readonly now: () => number
}

/** A limiter of kata 13. */
export interface Contender {
  readonly name: string
  /** What it is expected to do: let too many in, starve a client, or keep the limit. */
  readonly fate: 'races' | 'starves' | 'holds'
  readonly make: (options: Options) => AsyncLimiter
}

export const CHECK = 'check, then act'
export const CHECK_MULTI = 'check, then MULTI'
export const ADD_MULTI = 'add in MULTI, then check'
export const WATCH = 'WATCH and MULTI'
export const LUA = 'Lua'

/** Of WATCH, so many that nobody gives up: what it costs is shown. */
const ATTEMPTS = 10_000

interface WithWatch {
  readonly WatchLimiter?: new (options: Options & { attempts: number }) => AsyncLimiter
}

/** All five, in the order in which they are shown; without WATCH where its reference is not there. */
export async function contenders(): Promise<Contender[]> {
  const kata = kataNamed('13')
  const file = kata && solutionOf(kata)
  const module: WithWatch =
    file && existsSync(file) ? await import(pathToFileURL(file).href) : ({} as WithWatch)
  const { WatchLimiter } = module
  return [
    { name: CHECK, fate: 'races', make: checkThenAct },
    { name: CHECK_MULTI, fate: 'races', make: multiCheckThenAct },
    { name: ADD_MULTI, fate: 'starves', make: multiAddThenCheck },
    ...(WatchLimiter
      ? [
          {
            name: WATCH,
            fate: 'holds' as const,
            make: (options: Options) => new WatchLimiter({ ...options, attempts: ATTEMPTS }),
          },
        ]
      : []),
    { name: LUA, fate: 'holds', make: luaCheckThenAct },
  ]
}
