import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SerializedError, TestModule } from 'vitest/node'
import { type Kata, kataOfPath, stubOf } from './catalogue.mjs'
import { LOADING, NO_REDIS } from './limits.mjs'
import { implementationOf, testFileOf } from './spec.mjs'
import type { ForkRecord } from './watchdog.ts'

export type Level = 'core' | 'stretch'

export interface Failure {
  /** The test's title, without its level. */
  readonly test: string
  readonly level: Level
  /** What went wrong, in the words of the task; several lines. */
  readonly message: string
  /** The class of the error: `Wrong`, `Stopped`, `TodoError`, `RangeError` … */
  readonly kind: string
  readonly file: string
  readonly line: number
}

/** What a run found about one implementation. */
export interface Result {
  readonly kata: Kata
  readonly implementation: string
  readonly core: { passed: number; failed: number }
  readonly stretch: { passed: number; failed: number }
  readonly failures: readonly Failure[]
  /** What a guard ended, or why the file could not be loaded; undefined if every test came to its end. */
  readonly error: string | undefined
  /** Tests that were not run, since what they need was not there. */
  readonly notRun: number
}

/** Errors that mean that a guard ended something, not that an answer was wrong. */
const GUARDS = new Set(['Stopped', 'OutOfTime', 'OutOfSteps', 'Refused'])

/** What V8 and vitest say when they end the learner's code. */
const ENDED = /process\.exit unexpectedly called|Maximum call stack size exceeded/

const STRETCH = /^stretch: /

/**
 * Reads what a run found, one result per implementation, in the order of the modules.
 * @param unhandled errors that belong to no test
 * @param records what dead forks left behind, see {@link readRecords}
 */
export function resultsOf(
  modules: readonly TestModule[],
  unhandled: readonly SerializedError[],
  records: readonly ForkRecord[],
): Result[] {
  const byImplementation = new Map<string, TestModule[]>()
  for (const module of modules) {
    const key = implementationOfModule(module)
    const list = byImplementation.get(key) ?? []
    list.push(module)
    byImplementation.set(key, list)
  }
  return [...byImplementation].map(([implementation, list]) =>
    resultOf(implementation, list, unhandled, records),
  )
}

function implementationOfModule({ moduleId }: TestModule): string {
  const named = implementationOf(moduleId)
  if (named) return named
  const kata = kataOfPath(moduleId)
  return kata ? stubOf(kata) : moduleId
}

function resultOf(
  implementation: string,
  modules: readonly TestModule[],
  unhandled: readonly SerializedError[],
  records: readonly ForkRecord[],
): Result {
  const kata = kataOfPath(modules[0]?.moduleId ?? '')
  if (!kata) throw new Error(`no kata has the test file ${modules[0]?.moduleId}`)
  const counts = { core: { passed: 0, failed: 0 }, stretch: { passed: 0, failed: 0 } }
  const failures: Failure[] = []
  let notRun = 0
  const fail = (failure: Failure) => {
    const same = ({ test, message }: Failure) =>
      test === failure.test && message === failure.message
    if (failures.some(same)) return
    counts[failure.level].failed++
    failures.push(failure)
  }
  for (const module of modules) {
    const file = testFileOf(module.moduleId)
    const dead = records.find((record) => record.file === module.moduleId)
    for (const test of module.children.allTests()) {
      const level: Level = STRETCH.test(test.name) ? 'stretch' : 'core'
      const title = test.name.replace(STRETCH, '')
      const result = test.result()
      const { state, errors } = result
      const line = test.location?.line ?? 0
      if (state === 'passed') counts[level].passed++
      else if (state === 'skipped' && result.note === NO_REDIS) notRun++
      else if (state === 'failed') {
        fail({ test: title, level, ...described(errors?.[0]), file, line })
      } else if (dead && dead.test === test.name) {
        fail({ test: title, level, message: deathOf(dead), kind: 'Stopped', file, line })
      } else {
        const message = 'did not run: the process was ended before'
        fail({ test: title, level, message, kind: 'NotReached', file, line })
      }
    }
    for (const error of module.errors()) {
      const loading = { test: LOADING, level: 'core' as const, file, line: 0 }
      fail({ ...loading, ...described(error) })
    }
    const loadedNothing = module.children.size === 0 && module.errors().length === 0
    if (loadedNothing || (dead && !failures.some(({ kind }) => kind === 'Stopped'))) {
      const message = dead ? deathOf(dead) : 'the process ended before the file was loaded'
      fail({ test: dead?.test ?? LOADING, level: 'core', message, kind: 'Stopped', file, line: 0 })
    }
    const stray = unhandled.find((one) => belongsTo(one, module))
    if (stray) {
      const test = 'no error is thrown outside the tests'
      const message = `unhandled: ${described(stray).message}`
      fail({ test, level: 'core', message, kind: 'Stopped', file, line: 0 })
    }
  }
  failures.sort((a, b) => weight(a) - weight(b))
  const guarded = failures.find(({ kind, message }) => GUARDS.has(kind) || ENDED.test(message))
  const error = guarded && `${guarded.test}: ${guarded.message.replace(/\n\s*/g, ': ')}`
  return { kata, implementation, ...counts, failures, error, notRun }
}

/** What a learner should read first: core before stretch, examples before laws. */
const weight = ({ level, kind, file }: Failure) =>
  Number(kind === 'NotReached') * 4 +
  Number(level === 'stretch') * 2 +
  Number(file.endsWith('.property.test.ts'))

const belongsTo = (error: SerializedError, module: TestModule) =>
  error.VITEST_TEST_PATH === module.moduleId

const deathOf = ({ ended }: ForkRecord) =>
  ended ?? 'the process died: out of memory, or ended by the code itself'

function described(error: SerializedError | undefined): {
  message: string
  kind: string
} {
  if (!error) return { message: 'failed without an error', kind: 'Error' }
  const kind = error.name ?? 'Error'
  const known = GUARDS.has(kind) || ['Wrong', 'TodoError', 'NotReached'].includes(kind)
  const message = String(error.message ?? error)
  return { kind, message: known ? message : `${kind}: ${message}` }
}

/** What the forks of a run that died left behind in its folder. */
export function readRecords(folder: string): ForkRecord[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as ForkRecord)
}

/** Every core test passed, and every one ran. */
export const isSolved = ({ core, notRun, error }: Result) =>
  core.failed === 0 && core.passed > 0 && notRun === 0 && error === undefined

/** Every test passed. */
export const isStarred = (result: Result) => isSolved(result) && result.stretch.failed === 0
