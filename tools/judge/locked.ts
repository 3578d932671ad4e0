import { createRequire, syncBuiltinESMExports } from 'node:module'
import { chargeBuiltins } from '../../test/support/charges.ts'
import { oncePerProcess } from '../../test/support/once-per-process.ts'
import { lockStacks } from '../../test/support/steps.ts'
import { LANGUAGE, OF_NODE, WEB } from './global-names.ts'
import { type How, leaveOpen, lockAll } from './lock.ts'
import { Root } from './reach.ts'
import { Refused } from './refused.ts'
import { nameless, ofCrypto, ofHttp, ofNode, ofRedis, ofTheWeb } from './samples.ts'

const require = createRequire(import.meta.url)
const { defineProperty, getOwnPropertyDescriptor, ownKeys } = Reflect

/**
 * One thing that is locked, with all that it leads to. Code under judgement could otherwise change what the tests,
 * the judge and what they are made of use, and put it back before anyone looks.
 */
interface Locked {
  /** Locked if the implementation may import one of these; without them, in any case. */
  readonly imports?: readonly string[]
  readonly why: string
  readonly how: How
  /** Globals, which are locked as names, too. */
  readonly names?: readonly string[]
  /** Those among the globals of whose instances Node writes the `constructor`. */
  readonly constructors?: readonly string[]
  /** What none of its names leads to by properties alone. */
  readonly samples: () => readonly Root[]
}

const LOCKED: readonly Locked[] = [
  {
    ...{ names: LANGUAGE, how: 'fixed', samples: nameless },
    why: 'all that runs here compares, copies and counts by it',
  },
  {
    ...{ names: OF_NODE, how: 'inherited', samples: ofNode },
    why: 'the judge and vitest have their clocks, paths and texts by it',
  },
  {
    ...{ imports: ['node:http'], names: WEB, how: 'inherited', samples: ofTheWeb },
    constructors: ['ReadableStream', 'WritableStream', 'TransformStream'],
    why: 'tests ask and are answered by it',
  },
  {
    ...{ imports: ['node:http'], how: 'inherited', samples: ofHttp },
    why: 'the tests’ servers are made of it, and of the streams, sockets and events beneath',
  },
  {
    ...{ imports: ['node:crypto'], how: 'inherited', samples: ofCrypto },
    why: 'tests draw and hash by it, and it has streams and events beneath',
  },
  {
    ...{ imports: ['ioredis'], how: 'inherited', samples: ofRedis },
    why: 'tests look into Redis by it',
  },
]

/** Globals that a test may replace for a while: a clock. */
const REPLACED = ['Date']

/** Vitest writes them, too, as they are: that changes nothing. */
const WRITTEN_BACK = ['setTimeout', 'clearTimeout', 'setImmediate', 'clearImmediate']

/** What stands before the real one in an implementation, which cannot come to that. */
const STOOD_FOR = ['console']

/** What has been locked, by its place in the table. */
const done = oncePerProcess('kata.locked', () => new Set<number>())

/** Locks what there is for whoever may import these. */
function lockFor(imports: readonly string[]): void {
  for (const [i, one] of LOCKED.entries()) {
    const isThere = !one.imports || one.imports.some((name) => imports.includes(name))
    if (!isThere || done.has(i)) continue
    done.add(i)
    const names = (one.names ?? []).filter((name) => !STOOD_FOR.includes(name))
    const values = names.map((name) => Reflect.get(globalThis, name) as unknown)
    for (const name of one.constructors ?? []) {
      const { prototype } = Reflect.get(globalThis, name) as { prototype: object }
      leaveOpen(prototype, 'constructor')
    }
    lockAll([...values, ...one.samples()], one.how)
    for (const name of names) if (!REPLACED.includes(name)) lockName(name)
  }
}

function lockName(name: string): void {
  const value = Reflect.get(globalThis, name) as unknown
  const set = (other: unknown) => {
    if (other !== value) throw new TypeError(`Cannot assign to read only property '${name}'`)
  }
  if (WRITTEN_BACK.includes(name)) {
    defineProperty(globalThis, name, { get: () => value, set, configurable: false })
  } else if (name in globalThis) {
    defineProperty(globalThis, name, { value, writable: false, configurable: false })
  }
}

/** Locks what every implementation has, once a process. */
export function lockLanguage(): void {
  if (done.size > 0) return
  chargeBuiltins()
  lockStacks((before) => (error, frames) => ownPart(written(before, error, frames)))
  // What a buffer grows by is counted as nobody's memory.
  refuse(ArrayBuffer.prototype as object as Record<string, unknown>, 'resize')
  // Open, but not to be taken away: it could not come back.
  defineProperty(Error, 'stackTraceLimit', { configurable: false })
  lockFor([])
}

const written = (
  before: typeof Error.prepareStackTrace,
  error: Error,
  frames: NodeJS.CallSite[],
) => (before ? String(before(error, frames)) : [error, ...frames].map(String).join('\n    at '))

/** A stack down to the implementation: what called it, a test and where that is, is not for it to know. */
function ownPart(stack: string): string {
  const last = stack.lastIndexOf('?judged:')
  if (last < 0) return stack
  const end = stack.indexOf('\n', last)
  return end < 0 ? stack : stack.slice(0, end)
}

/** What a builtin module has that no kata needs: code from a file, and settings of the whole process. */
const REFUSED = ['setEngine', 'setFips']

function refuse(owner: Record<string, unknown>, name: string): void {
  // Also where this module is loaded once more, in a test that loads all anew.
  if (!getOwnPropertyDescriptor(owner, name)?.writable) return
  owner[name] = () => {
    throw new Refused(`\`${name}\` is not there in a kata`)
  }
}

/** Locks the modules that an implementation may import, and what they bring: its tests use them, too. */
export function lockModules(imports: readonly string[]): void {
  for (const name of imports) {
    if (!name.startsWith('node:')) continue
    const module = require(name) as Record<string, unknown>
    for (const one of REFUSED) refuse(module, one)
    // What Node loads when it is first asked for it writes down in its place, which a locked one would forbid.
    for (const key of ownKeys(module)) Reflect.get(module, key)
  }
  syncBuiltinESMExports()
  lockFor(imports)
  for (const module of imports.map(require) as Record<string, unknown>[]) {
    const exported = Object.keys(module).map((key) => module[key])
    lockAll([module, ...exported.map(asExported)], 'inherited')
  }
}

/** What a module only hands out, an agent of its own, say, has a state. */
const asExported = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? new Root(value, 'instance') : value
