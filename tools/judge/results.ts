import type { SerializedError, TestCase, TestModule } from 'vitest/node'
import { readIfThere } from '../desk/store.mjs'
import { isStub } from '../desk/stubs.mjs'
import { isProbe, type Kata, kataOfPath, stubOf, testsOf } from './catalogue.mjs'
import { explanations, type Misconception, type Observed } from './diagnosis.ts'
import { isAboutCost, type Level, levelOf, withoutLevel } from './level.ts'
import { LOADING, NO_REDIS, NOT_ASKED, whyNoRedis } from './limits.mjs'
import { implementationOf, testFileOf } from './spec.mjs'
import type { ForkRecord } from './watchdog.ts'

export interface Failure {
  /** The test's title, without its level. */
  readonly test: string
  readonly level: Level
  /** Whether the test asks what the code costs, and not what it answers. */
  readonly aboutCost: boolean
  /** What went wrong, in the words of the task; several lines. */
  readonly message: string
  /** The class of the error: `Wrong`, `Stopped`, `TodoError`, `RangeError` … */
  readonly kind: string
  readonly file: string
  readonly line: number
  /** The last lines that the code printed in this test. */
  readonly printed: readonly string[]
}

/** What a run found about one implementation. */
export interface Result {
  readonly kata: Kata
  readonly implementation: string
  /** It is the stub, as it is handed out: what it passes is given. */
  readonly untouched: boolean
  readonly core: { passed: number; failed: number }
  readonly stretch: { passed: number; failed: number }
  /** Those of the core tests that are about what the code costs: time, and memory. */
  readonly cost: { passed: number; failed: number }
  /** The steps of a kata that is built in steps, in their order: `step 1`. Core tests alone. */
  readonly steps: readonly Step[]
  readonly failures: readonly Failure[]
  /** What a guard ended; undefined if every test came to its end. */
  readonly error: string | undefined
  /** Tests that were not run, since what they need was not there: not passed, whatever else is. */
  readonly notRun: number
  /** Why these were not, where more is known than that the run has no Redis 8. */
  readonly whyNotRun: string | undefined
  /** What it did on the kata's probes; empty where these were not asked. */
  readonly observed: Observed
  /** The misconceptions that it behaves like, the plainest first. */
  readonly behavesLike: readonly Misconception[]
  /** Redis stopped answering while the tests ran: this script's doing, or another's beside it. */
  readonly redisLost: boolean
}

/** The tests of a kata that belong together: they can be passed before those of the next step. */
export interface Step {
  /** `step 1` */
  readonly name: string
  failed: number
}

/** Errors that mean that a guard ended something, not that an answer was wrong. */
const GUARDS = new Set(['Stopped', 'OutOfTime', 'OutOfSteps', 'Refused', 'RedisLost'])

/** What V8 and vitest say when they end the learner's code. */
const ENDED = /process\.exit unexpectedly called|Maximum call stack size exceeded/

/**
 * Reads what a run found, one result per implementation, in the order of the modules.
 * @param unhandled errors that belong to no test
 * @param records what dead forks left behind, see `readRecords`
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

/** What a module judges: the learner's own file, where its id names none. */
export function implementationOfModule({ moduleId }: Pick<TestModule, 'moduleId'>): string {
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
  const tally = new Tally()
  const looks = modules.filter(({ moduleId }) => isProbe(testFileOf(moduleId)))
  const seen = looks.flatMap((module) => [...module.children.allTests()].map((test) => test.meta()))
  const answers = seen.flatMap((meta) => (meta.answers ? [meta.answers] : []))
  const observed: Observed = Object.assign({}, ...seen.map((meta) => meta.observed))
  for (const module of modules.filter((one) => !looks.includes(one))) {
    const record = records.find(({ file }) => file === module.moduleId)
    tally.add(module, record)
    const stray = unhandled.find((one) => one.VITEST_TEST_PATH === module.moduleId && !isEcho(one))
    if (stray) {
      const message = `unhandled: ${described(stray).message}`
      tally.fail(module, 'no error is thrown outside the tests', { kind: 'Stopped', message })
    }
  }
  const { core, stretch, cost, notRun, whyNotRun } = tally
  const steps = [...tally.steps.values()].sort((one, other) => (one.name < other.name ? -1 : 1))
  const order = testsOf(kata)
  const failures = tally.failures.sort(
    (one, other) =>
      weight(one) - weight(other) ||
      order.indexOf(one.file) - order.indexOf(other.file) ||
      one.line - other.line,
  )
  const guarded = failures.find(isGuarded)
  const error = guarded && `${guarded.test}: ${guarded.message.replace(/\n\s*/g, ': ')}`
  const bytes = readIfThere(implementation)
  const untouched = bytes !== undefined && isStub(kata, bytes)
  const redisLost = failures.some(({ kind }) => kind === 'RedisLost')
  return {
    ...{ kata, implementation, core, stretch, cost, steps, failures, error, redisLost },
    ...{ notRun, whyNotRun, untouched },
    ...{ observed, behavesLike: failures.length > 0 ? explanations(kata, observed, answers) : [] },
  }
}

/** Counts the tests of an implementation, file by file. */
class Tally {
  readonly core = { passed: 0, failed: 0 }
  readonly stretch = { passed: 0, failed: 0 }
  readonly cost = { passed: 0, failed: 0 }
  readonly steps = new Map<string, Step>()
  readonly failures: Failure[] = []
  notRun = 0
  whyNotRun: string | undefined

  /** @param record what the file's fork left behind if it did not end by itself */
  add(module: TestModule, record: ForkRecord | undefined): void {
    const unfinished: TestCase[] = []
    for (const test of module.children.allTests()) {
      const result = test.result()
      const step = this.#stepOf(test)
      if (result.state === 'skipped' && result.note === NOT_ASKED) continue
      if (result.state === 'skipped' && result.note?.startsWith(NO_REDIS)) {
        this.notRun++
        this.whyNotRun ??= whyNoRedis(result.note)
        continue
      }
      if (step && result.state !== 'passed') step.failed++
      if (isCoreCost(test) && result.state !== 'passed') this.cost.failed++
      if (result.state === 'passed') {
        this[levelOf(test.name)].passed++
        if (isCoreCost(test)) this.cost.passed++
      } else if (result.state === 'failed') this.fail(module, test, described(result.errors[0]))
      else unfinished.push(test)
    }
    for (const error of module.errors()) this.fail(module, LOADING, described(error))
    const loaded = module.children.size > 0 || module.errors().length > 0
    if (record?.ended !== undefined || unfinished.length > 0 || !loaded) {
      this.#addDeath(module, record, unfinished, loaded)
    }
  }

  /** The step that the test's suite is part of, by the suite's title. */
  #stepOf({ name, parent }: TestCase): Step | undefined {
    const title = parent.type === 'suite' ? parent.name.match(/^step \d+/)?.[0] : undefined
    if (title === undefined || levelOf(name) === 'stretch') return undefined
    const step = this.steps.get(title) ?? { name: title, failed: 0 }
    this.steps.set(title, step)
    return step
  }

  #addDeath(
    module: TestModule,
    record: ForkRecord | undefined,
    unfinished: readonly TestCase[],
    loaded: boolean,
  ): void {
    const died = 'the process died: out of memory, or ended by the code itself'
    const death = { kind: 'Stopped', message: record?.ended ?? died }
    const during = unfinished.find(({ name }) => name === record?.test)
    if (record && !during) this.fail(module, record.test, death)
    else if (!loaded) this.fail(module, LOADING, death)
    const skipped = { kind: 'NotReached', message: 'did not run: the process had ended' }
    for (const test of unfinished) this.fail(module, test, test === during ? death : skipped)
  }

  /** Adds a failure, and tells it once: the test files of a kata often find the same. */
  fail(module: TestModule, test: TestCase | string, what: { kind: string; message: string }): void {
    const [name, line] =
      typeof test === 'string' ? [test, 0] : [test.name, test.location?.line ?? 0]
    const level = levelOf(name)
    const aboutCost = typeof test !== 'string' && asksForCost(test)
    const failure = { test: withoutLevel(name), level, aboutCost, ...what }
    const seen = this.failures.some(
      ({ test, message }) => test === failure.test && message === what.message,
    )
    // What belongs to no test (the file does not load) is one failure, however many files say so.
    if (typeof test !== 'string' || !seen) this[level].failed++
    if (seen) return
    const printed = typeof test === 'string' ? [] : (test.meta().printed ?? []).map(plain)
    this.failures.push({ ...failure, file: testFileOf(module.moduleId), line, printed })
  }
}

const isCoreCost = (test: TestCase) => levelOf(test.name) === 'core' && asksForCost(test)

function asksForCost({ parent }: TestCase): boolean {
  const suites: string[] = []
  for (let one = parent; one.type === 'suite'; one = one.parent) suites.push(one.name)
  return isAboutCost(suites)
}

/** What a learner should read first: core before stretch; then the files in their order, line by line. */
const weight = ({ level, kind }: Failure) =>
  Number(kind === 'NotReached') * 2 + Number(level === 'stretch')

function described(error: SerializedError | undefined): {
  message: string
  kind: string
} {
  if (!error) return { message: 'failed without an error', kind: 'Error' }
  const kind = error.name ?? 'Error'
  const known = GUARDS.has(kind) || ['Wrong', 'TodoError', 'NotReached', 'RedisLost'].includes(kind)
  const message = String(error.message ?? error)
  return { kind, message: plain(known ? message : `${kind}: ${message}`) }
}

/** Without what a terminal would act on: a verdict of the code's own could be painted over this one. */
export const plain = (text: string): string =>
  text.replace(/(?!\n)[\p{Cc}\p{Bidi_Control}]/gu, (one) =>
    one === '\t' ? ' ' : `\\x${one.charCodeAt(0).toString(16).padStart(2, '0')}`,
  )

/** Vitest's own timer, which the judge cannot stop when it ends a test by its own: told already. */
const isEcho = ({ message }: SerializedError) => /^Test timed out in \d+ms/.test(message ?? '')

/** Whether a guard ended something: not that an answer was wrong. */
export const isGuarded = ({ kind, message }: Failure): boolean =>
  GUARDS.has(kind) || ENDED.test(message)

/** Every core test passed, and every one ran. */
export const isSolved = ({ core, notRun }: Result) =>
  core.failed === 0 && core.passed > 0 && notRun === 0

/** Every test passed. */
export const isStarred = (result: Result) => isSolved(result) && result.stretch.failed === 0
