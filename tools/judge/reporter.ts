import type { Reporter, SerializedError, TestModule, TestSpecification } from 'vitest/node'
import { isSolved, type Result, readRecords, resultsOf } from './results.ts'
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

/** Prints the learner's verdict. */
export class VerdictReporter extends Collector {
  override onTestRunEnd(
    modules: readonly TestModule[],
    unhandled: readonly SerializedError[],
  ): void {
    super.onTestRunEnd(modules, unhandled)
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
export function wantsColour(): boolean {
  const { FORCE_COLOR } = process.env
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== '') return FORCE_COLOR !== '0'
  return process.stdout.isTTY === true && process.stdout.hasColors()
}
