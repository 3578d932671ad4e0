import type { Reporter, SerializedError, TestModule, TestSpecification, Vitest } from 'vitest/node'
import { isSolved, type Result, readRecords, resultsOf } from './results.ts'
import type { Sink } from './sink.mjs'
import { verdictOf } from './verdict.ts'
import { RECORDS_ENV } from './watchdog.ts'

/** Collects what a run found about each implementation. */
export class Collector implements Reporter {
  results: readonly Result[] = []
  /** Errors of the run itself, which belong to no implementation. */
  runErrors: readonly string[] = []
  readonly #onProgress: ((done: number, of: number) => void) | undefined
  #of = 0
  #done = 0

  constructor(onProgress?: (done: number, of: number) => void) {
    this.#onProgress = onProgress
  }

  onTestRunStart(specs: readonly TestSpecification[]): void {
    this.#of = specs.length
  }

  onTestModuleEnd(): void {
    this.#onProgress?.(++this.#done, this.#of)
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    this.results = resultsOf(modules, unhandled, readRecords(process.env[RECORDS_ENV] ?? ''))
    const ids = new Set(modules.map(({ moduleId }) => moduleId))
    this.runErrors = unhandled
      .filter(({ VITEST_TEST_PATH }) => !VITEST_TEST_PATH || !ids.has(String(VITEST_TEST_PATH)))
      .map(({ message }) => String(message))
      // A fork that died has left a record, which its implementation's result tells.
      .filter((message) => !message.startsWith('[vitest-pool]'))
  }
}

/** Prints the learner's verdict, and what the learner's code printed before it. */
export class VerdictReporter extends Collector {
  #vitest: Vitest | undefined

  onInit(vitest: Vitest): void {
    this.#vitest = vitest
  }

  override onTestRunEnd(
    modules: readonly TestModule[],
    unhandled: readonly SerializedError[],
  ): void {
    super.onTestRunEnd(modules, unhandled)
    const printed = (this.#vitest?.logger.outputStream as Partial<Sink> | undefined)?.text ?? ''
    const lines = printedLines(printed)
    if (lines.length > 0) process.stdout.write(`\n${lines.join('\n')}\n`)
    const looks = { colour: wantsColour() }
    const texts = this.results.map((result) => verdictOf(result, looks).join('\n'))
    process.stdout.write(`\n${[...texts, ...this.runErrors].join('\n\n')}\n\n`)
  }

  /** 0 when the core of every kata passed, whatever stretch does. */
  get exitCode(): number {
    const solved = this.results.length > 0 && this.results.every(isSolved)
    return solved && this.runErrors.length === 0 ? 0 : 1
  }
}

/** As the terminal can, unless `FORCE_COLOR` or `NO_COLOR` say otherwise. */
function wantsColour(): boolean {
  const { FORCE_COLOR } = process.env
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== '') return FORCE_COLOR !== '0'
  return process.stdout.isTTY === true && process.stdout.hasColors()
}

const PRINTED_LINES = 20

/** What the learner's code printed, short enough that the verdict stays in sight. */
function printedLines(text: string): string[] {
  const [own = ''] = text.split(NOT_THE_LEARNERS)
  const lines = own
    .trimEnd()
    .split('\n')
    .filter((line) => !line.startsWith('judge: '))
  if (lines.join('') === '') return []
  const shown = lines.slice(0, PRINTED_LINES).map((line) => `│ ${line.slice(0, 76)}`)
  const more = lines.length - shown.length
  return more > 0 ? [...shown, `│ … and ${more} lines more`] : shown
}

/** How V8 begins its report when the heap is full. */
const NOT_THE_LEARNERS = /^\n*<--- Last few GCs --->/m
