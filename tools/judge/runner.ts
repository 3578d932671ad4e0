import { Script } from 'node:vm'
import { inject, type RunnerTestCase, TestRunner, test as testOfVitest } from 'vitest'
import { isPatching } from '../../test/support/call.ts'
import { lastCallText, NotReached, OutOfTime, Stopped } from '../../test/support/failure.ts'
import { counter, describePlace } from '../../test/support/steps.ts'
import { stopwatch } from '../../test/support/stopwatch.mjs'
import { isProbe, needsCluster, needsRedis } from './catalogue.mjs'
import { assertDate } from './date.ts'
import { type Level, levelOf } from './level.ts'
import {
  IDLE_POLL_MS,
  LOAD_IDLE_MS,
  LOAD_LIMIT_MS,
  LOADING,
  NO_REDIS,
  NOT_ASKED,
  OWN_SHARE,
  PATIENCE,
  REDIS_TEST_LIMIT_MS,
  TEST_LIMIT_MS,
} from './limits.mjs'
import { lockLanguage } from './locked.ts'
import { Printed } from './printed.ts'
import { Refused } from './refused.ts'
import { RECORDS_ENV } from './run-folder.mjs'
import {
  implementationOf,
  isAlwaysProbed,
  isUntilFailure,
  onlyTestOf,
  testFileOf,
} from './spec.mjs'
import { Watchdog } from './watchdog.ts'

declare module 'vitest' {
  interface TaskMeta {
    /** The last lines that a failed test printed. */
    printed?: readonly string[]
  }
}

/** Where the script below finds the test's function: a script sees nothing but globals. */
const RUN = Symbol.for('kata.run')
const holder = globalThis as { [RUN]?: { body: () => unknown } }
const call = new Script(`globalThis[Symbol.for('kata.run')].body()`, { filename: 'judge' })

/**
 * Runs each test so that no learner's code can hang it: its steps are counted, its synchronous part
 * has a time limit that stops even code without a loop of its own, its promise has the same limit, and
 * a watchdog thread ends the fork when all that fails.
 */
export default class JudgeRunner extends TestRunner {
  readonly #watchdog = Watchdog.start()
  readonly #printed = new Printed()
  /** Whose tests run now. */
  #implementation: string | undefined
  /** Its tests that ran out of time: those after them, in its other files too, would cost as much each. */
  #hung: Partial<Record<Level, string>> = {}
  /** Why it did not load in time: in its other files it would not, either. */
  #stuck: unknown
  /** A test of its has failed, and not for want of code. */
  #wrong = false
  /** A test of this file has failed. */
  #failed = false

  constructor(config: ConstructorParameters<typeof TestRunner>[0]) {
    super(config)
    lockLanguage()
    this.#printed.capture()
    counter.onBegin = () => this.#printed.clear()
    counter.onImported = (file, names) => {
      const missing = Object.keys(names).filter((name) => names[name] === undefined)
      if (missing.length > 0) throw new Refused(`${file} does not export ${missing.join(', ')}`)
    }
    counter.onLoaded = assertDate
  }

  override async importFile(path: string, source: 'collect' | 'setup'): Promise<unknown> {
    if (source === 'setup') return super.importFile(path, source)
    const implementation = implementationOf(path)
    if (implementation === undefined || implementation !== this.#implementation) {
      this.#hung = {}
      this.#stuck = undefined
      this.#wrong = false
    }
    this.#implementation = implementation
    this.#failed = false
    if (this.#stuck) throw this.#stuck
    // What nobody asks is not loaded: that takes as long as many a test.
    if (isProbe(testFileOf(path)) && !this.#wrong && !isAlwaysProbed(path)) {
      return testOfVitest.skip(NOT_ASKED, () => {})
    }
    this.#watchdog.enter({ file: path, test: LOADING, line: 0 }, LOAD_LIMIT_MS, false)
    counter.begin()
    try {
      const loaded = await unlessIdle(super.importFile(path, source))
      counter.assertWithin()
      return loaded
    } catch (error) {
      if (isOutOfTime(error)) this.#stuck = error
      throw patching(error) ?? error
    } finally {
      this.#watchdog.leave()
    }
  }

  /** What the code patched, if it did: that explains more than what it led to. All is put back. */
  #patched(): unknown {
    counter.metering = false
    try {
      assertDate()
    } catch (error) {
      return error
    }
    return undefined
  }

  async runTask(test: RunnerTestCase): Promise<void> {
    const { filepath } = test.file
    const withRedis = needsRedis(testFileOf(filepath))
    // Not run, which is not a pass: the results tell the two apart.
    if (withRedis && !hasRedis(testFileOf(filepath))) test.context.skip(NO_REDIS)
    const only = onlyTestOf(filepath)
    if (only !== undefined && only !== test.name) test.context.skip(NOT_ASKED)
    if (this.#failed && isUntilFailure(filepath)) test.context.skip(NOT_ASKED)
    // A hang in a stretch test is no reason to leave core tests out.
    const level = levelOf(test.name)
    const hung = this.#hung.core ?? (level === 'stretch' ? this.#hung.stretch : undefined)
    if (hung) throw new NotReached(`not run, since «${hung}» did not end`)
    const body = TestRunner.getTestFn(test)
    const limit = test.timeout || (withRedis ? REDIS_TEST_LIMIT_MS : TEST_LIMIT_MS)
    const line = test.location?.line ?? 0
    const running = { file: filepath, test: test.name, line }
    const watch = (ms: number) => this.#watchdog.enter(running, ms)
    watch(limit)
    counter.begin()
    try {
      holder[RUN] = { body }
      await within(Promise.resolve(withClock(limit, watch)), limit)
      counter.assertWithin()
      assertDate()
    } catch (error) {
      this.#failed = true
      const explained = this.#patched() ?? explain(error, limit)
      this.#wrong ||= !isTodo(explained)
      test.meta.printed = this.#printed.lines
      if (isOutOfTime(explained)) this.#hung[level] = test.name
      throw told(explained)
    } finally {
      this.#watchdog.leave()
    }
  }
}

/** Whether the run has the Redis that a test file needs. */
const hasRedis = (test: string): boolean =>
  needsCluster(test) ? (inject('clusterUrls') ?? []).length > 0 : Boolean(inject('redisUrl'))

/**
 * Runs the test with the clock on. Where the machine was busy with other things, the clock says nothing
 * of the test: then once more, with time in plenty.
 */
function withClock(limit: number, watch: (ms: number) => void): unknown {
  const watched = stopwatch()
  try {
    return call.runInThisContext({ timeout: limit })
  } catch (error) {
    const { own, passed } = watched()
    const share = own / limit
    // One that comes too early is not the clock's, but the code's own that looks like it.
    if (!isTimeout(error) || share > OWN_SHARE || passed < limit / 2) throw error
    const plenty = Math.round(limit * Math.min(1 / share, PATIENCE))
    counter.begin()
    watch(plenty)
    return call.runInThisContext({ timeout: plenty })
  }
}

/**
 * The promise's value, or an {@link OutOfTime} after `limit` ms, not counting those in which the machine was
 * busy with other things.
 */
async function within<T>(promise: Promise<T>, limit: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const watched = stopwatch()
  const late = new Promise<never>((_, reject) => {
    const what = `its promise did not settle within ${limit / 1000} s`
    const look = () => {
      const { own, passed } = watched()
      const left = Math.min(limit - own, PATIENCE * limit - passed)
      if (left <= 0) reject(new OutOfTime(withCall(what)))
      // A timer may fire a little early.
      else timer = setTimeout(look, left + 1)
    }
    look()
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}

/** The value of what loads a file, or an {@link OutOfTime} once this process has nothing to do for it. */
async function unlessIdle(loading: unknown): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined
  let idleMs = 0
  let watched = stopwatch()
  const stuck = new Promise<never>((_, reject) => {
    timer = setInterval(() => {
      const { idle } = watched()
      watched = stopwatch()
      const waits = counter.loading && idle > 0.9 * IDLE_POLL_MS
      idleMs = waits ? idleMs + IDLE_POLL_MS : 0
      const what = 'waits at its top level for a promise that does not settle'
      if (idleMs >= LOAD_IDLE_MS) reject(new OutOfTime(what))
    }, IDLE_POLL_MS)
  })
  try {
    return await Promise.race([loading, stuck])
  } finally {
    clearInterval(timer)
  }
}

/** Errors of the judge's own, told as the learner needs them; every other one as it is. */
function explain(error: unknown, limit: number): unknown {
  if (counter.over && error === counter.over) return new Stopped(withCall(counter.over.message))
  if (isTimeout(error)) {
    const place = counter.lastPlace
    const where = place ? `; last in ${describePlace(place)}` : ''
    return new OutOfTime(withCall(`did not end within ${limit / 1000} s${where}`))
  }
  return patching(error) ?? error
}

/** What was thrown where the code tried to change a global, or something else that is locked. */
function patching(error: unknown): Refused | undefined {
  if (!isPatching(error)) return undefined
  const what = (error as Error).message
  return new Refused(`the implementation patches globals, or what else is locked: ${what}`)
}

/** By name, since the class may be loaded twice in one process. */
const isOutOfTime = (error: unknown) =>
  error instanceof Error && (error.name === 'OutOfTime' || error.name === 'RedisLost')

/**
 * Where it was thrown nobody asks in a run of ours, whose verdict says all; vitest would look for each line of the
 * stack in source maps, which takes as long as many a test. An editor's test runner shows it.
 */
function told(error: unknown): unknown {
  if (process.env[RECORDS_ENV] && error instanceof Error) {
    Reflect.defineProperty(error, 'stack', { value: '', configurable: true })
  }
  return error
}

const isTodo = (error: unknown) => error instanceof Error && error.name === 'TodoError'

const isTimeout = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'

/** Below the call, and deeper where that is one of several. */
function withCall(what: string): string {
  const call = lastCallText()
  const indent = call.split('\n').at(-1)?.match(/^ */)?.[0] ?? ''
  return call === '' ? what : `${call}\n${indent}  ${what}`
}
