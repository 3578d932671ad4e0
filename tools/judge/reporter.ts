import type { Reporter, SerializedError, TestModule, TestSpecification } from 'vitest/node'
import { readProgress } from '../desk/progress.mjs'
import { COLUMNS, fold, wantsColour } from './looks.mjs'
import type { Where } from './next.ts'
import { implementationOfModule, isSolved, isStarred, type Result, resultsOf } from './results.ts'
import { readRecords } from './run-folder.mjs'
import { withoutFork } from './spec.mjs'
import { verdictOf } from './verdict.ts'

/** Told of a test file that is done: how many are, of how many, and whose this one was. */
export type OnProgress = (done: number, of: number, implementation: string) => void

/** Collects what a run found about each implementation, also where it took vitest more than one. */
export class Collector implements Reporter {
  results: readonly Result[] = []
  /** Errors of the run itself, which belong to no implementation. */
  runErrors: readonly string[] = []
  readonly #onProgress: OnProgress | undefined
  readonly #modules = new Map<string, TestModule>()
  readonly #unhandled = new Set<SerializedError>()
  /** The files that have not come to their end, by whose they are. */
  readonly #open = new Map<string, Set<string>>()
  #isCut = false
  #of = 0
  #done = 0

  constructor(onProgress?: OnProgress) {
    this.#onProgress = onProgress
  }

  /** Starts anew: what comes now is of other code. */
  forget(): void {
    this.results = []
    this.runErrors = []
    this.#modules.clear()
    this.#unhandled.clear()
  }

  /** What comes to its end from now on was ended, and does not count. */
  cut(): void {
    this.#isCut = true
  }

  /** Whether all files of an implementation have come to their end. */
  isWhole(implementation: string): boolean {
    return this.#open.get(implementation)?.size === 0
  }

  onTestRunStart(specs: readonly TestSpecification[]): void {
    this.#of += specs.length
    for (const spec of specs) {
      const whose = implementationOfModule(spec)
      const open = this.#open.get(whose) ?? new Set()
      this.#open.set(whose, open.add(withoutFork(spec.moduleId)))
    }
  }

  onTestModuleEnd(module: TestModule): void {
    const whose = implementationOfModule(module)
    if (!this.#isCut) this.#open.get(whose)?.delete(withoutFork(module.moduleId))
    this.#onProgress?.(++this.#done, this.#of, whose)
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    // What is run once more counts as it ends then.
    for (const module of modules) this.#modules.set(withoutFork(module.moduleId), module)
    for (const error of unhandled) this.#unhandled.add(error)
    const all = [...this.#modules.values()]
    this.results = resultsOf(all, [...this.#unhandled], readRecords())
    this.runErrors = [...this.#unhandled]
      .filter(
        ({ VITEST_TEST_PATH: path }) => !path || !this.#modules.has(withoutFork(String(path))),
      )
      .map(({ message }) => String(message))
      // A fork that died has left a record, which its implementation's result tells.
      .filter((message) => !message.startsWith('[vitest-pool]'))
  }
}

/** What a run came to for one implementation. */
export interface Mark {
  readonly implementation: string
  readonly solved: boolean
  readonly starred: boolean
  /** Whether all tests ran, and nothing kept them from it. */
  readonly whole: boolean
}

/** Prints the learner's verdict. */
export class VerdictReporter extends Collector {
  /** Whether it prints when a run ends, as an editor's test runner needs it. */
  printsAtEnd = true

  override onTestRunEnd(
    modules: readonly TestModule[],
    unhandled: readonly SerializedError[],
  ): void {
    super.onTestRunEnd(modules, unhandled)
    if (this.printsAtEnd) this.print()
  }

  /**
   * Prints it, in so many rows where they are given: the rest is left out, and that is said.
   * What the run came to is kept before, since what is next goes by that.
   */
  print(where: Where = 'test', rows?: number): void {
    const looks = { colour: wantsColour(), where, progress: readProgress() }
    const verdicts = this.results.map((result) => verdictOf(result, looks))
    const errors = this.runErrors.map((error) =>
      error.split('\n').flatMap((line) => fold(line, COLUMNS)),
    )
    const lines = [...verdicts, ...errors].flatMap((one) => ['', ...one])
    if (rows === undefined || lines.length <= rows + 1) {
      process.stdout.write(`${lines.join('\n')}\n\n`)
      return
    }
    const shown = lines.slice(1, rows)
    const left = lines.length - 1 - shown.length
    const ids = this.results.map(({ kata }) => `katas/${kata.id}`).join(' ')
    const more = `… ${left} more lines: npm test ${ids}`
    process.stdout.write(`${[...shown, more].join('\n')}\n\n`)
  }

  /** What progress keeps of this run, see `tools/desk/record.mjs`; nothing of a run that had errors of its own. */
  get marks(): readonly Mark[] {
    if (this.runErrors.length > 0) return []
    return this.results.map((result) => ({
      implementation: result.implementation,
      solved: isSolved(result),
      starred: isStarred(result),
      whole: result.notRun === 0 && !result.redisLost,
    }))
  }

  /** 0 when the core of every kata passed, whatever stretch does. */
  get exitCode(): number {
    const solved = this.results.length > 0 && this.results.every(isSolved)
    return solved && this.runErrors.length === 0 ? 0 : 1
  }
}
