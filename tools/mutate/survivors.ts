import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { type Kata, type Target, testsOf } from '../judge/catalogue.mjs'
import { judge } from '../judge/judge.ts'
import { type Failure, isStarred, type Result } from '../judge/results.ts'
import { runFolder } from '../judge/run-folder.mjs'
import type { Reference } from './references.ts'

/** Implementations in one vitest: each is two or more modules, which it keeps. */
const BATCH = 200

/** Why the mutants of a kata say nothing: its references do not pass themselves, or were not run. */
export class Unjudged extends Error {
  override readonly name = 'Unjudged'
}

/** What was found about a reference's mutants. */
export interface Found {
  readonly reference: Reference
  /** What each of its mutants was caught by, in their order; undefined if it survived. */
  readonly caught: readonly (Failure | undefined)[]
}

/**
 * What the mutants of a kata's references are caught by. Throws {@link Unjudged} if a reference itself does not pass; one that passes core alone is judged by core alone.
 */
export async function tryMutants(
  kata: Kata,
  references: readonly Reference[],
  tests: readonly string[] = testsOf(kata),
): Promise<readonly Found[]> {
  const folder = runFolder()
  try {
    const files = new Files(folder.path, kata)
    const unchanged = await judged(
      references.map(({ file, text }) => files.target(file, text, tests)),
    )
    const trials = references.flatMap((reference, i) => {
      const byCore = passesCoreAlone(reference, unchanged[i])
      return reference.mutants.map(({ file, text }): Trial => {
        return { reference, byCore, target: files.target(file, text, tests), caught: undefined }
      })
    })
    // A file of tests at a time: the first one catches most.
    for (const test of tests) {
      const alive = trials.filter(({ caught }) => caught === undefined)
      for (let from = 0; from < alive.length; from += BATCH) {
        await tryBy(test, alive.slice(from, from + BATCH))
      }
    }
    return references.map((reference) => {
      const own = trials.filter((trial) => trial.reference === reference)
      return { reference, caught: own.map(({ caught }) => caught) }
    })
  } finally {
    folder.remove()
  }
}

interface Trial {
  readonly reference: Reference
  readonly byCore: boolean
  readonly target: Target
  caught: Failure | undefined
}

async function tryBy(test: string, trials: readonly Trial[]): Promise<void> {
  const results = await judged(
    trials.map(({ target }) => ({ ...target, tests: [test], untilFailure: true })),
  )
  for (const [i, trial] of trials.entries()) {
    const { failures } = results[i] as Result
    trial.caught = failures.find(({ level }) => level === 'core' || !trial.byCore)
  }
}

function passesCoreAlone({ name }: Reference, result: Result | undefined): boolean {
  if (!result || result.notRun > 0) throw new Unjudged(`${name}: NOT RUN, its kata needs a Redis 8`)
  if (isStarred(result)) return false
  if (result.core.failed === 0) return true
  const [first] = result.failures
  throw new Unjudged(`${name} fails unchanged: ${first?.test}: ${first?.message}`)
}

/** Results of a run together; of one that may have been another's doing, of a run of its own. */
async function judged(targets: readonly Target[]): Promise<readonly Result[]> {
  const { results, errors } = await judge(targets, { isolate: false })
  if (errors.length > 0) throw new Error(errors.join('\n'))
  const doubtful = targets.filter((_, i) => results[i]?.failures.some(isDoubtful))
  if (doubtful.length === 0) return results
  const again = await judge(doubtful, { isolate: true })
  const settled = new Map(again.results.map((result) => [result.implementation, result]))
  return results.map((result) => settled.get(result.implementation) ?? result)
}

/** The process ended, maybe by another one's mutant, or the time was over, maybe on a busy machine. */
const isDoubtful = ({ kind, message }: Failure) =>
  ['NotReached', 'OutOfTime'].includes(kind) ||
  (kind === 'Stopped' && !/within [\d,]+ steps|without an end/.test(message))

/** Texts of references as files, each in a folder of its own that is named like the kata's. */
class Files {
  readonly #folder: string
  readonly #kata: Kata
  #written = 0

  constructor(folder: string, kata: Kata) {
    this.#folder = folder
    this.#kata = kata
  }

  target(file: string, text: string, tests: readonly string[]): Target {
    const number = String(this.#written++)
    const implementation = join(this.#folder, number, this.#kata.folder, basename(file))
    mkdirSync(dirname(implementation), { recursive: true })
    writeFileSync(implementation, text)
    return { kata: this.#kata, implementation, tests }
  }
}
