import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { type Kata, type Target, testsOf } from '../judge/catalogue.mjs'
import { judge } from '../judge/judge.ts'
import { type Failure, isStarred, type Result } from '../judge/results.ts'
import { runFolder } from '../judge/run-folder.mjs'
import { dealt } from '../judge/spec.mjs'
import type { Reference } from './references.ts'

/** Implementations in one vitest: each is two or more modules, which it keeps. */
const BATCH = 200

/** Why mutants say nothing: their references do not pass themselves, or were not run. */
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
 * What the mutants of a kata's references are caught by. A function that stands for another one may
 * pass core alone, and is judged by core alone then. Throws {@link Unjudged} if a reference does not
 * pass itself.
 */
export async function tryMutants(
  kata: Kata,
  references: readonly Reference[],
  tests: readonly string[] = testsOf(kata),
): Promise<readonly Found[]> {
  const folder = runFolder()
  try {
    const files = new Files(folder.path, kata)
    const unchanged = references.map(({ file, text }) => files.target(file, text, tests))
    const results = await judged(unchanged)
    const trials = references.flatMap((reference, i) => {
      const byCore = passesCoreAlone(reference, results[i])
      return reference.mutants.map(({ file, text }): Trial => {
        const [target, control] = [files.target(file, text, tests), unchanged[i] as Target]
        return { reference, byCore, target, control, caught: undefined }
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
  /** The reference unchanged. */
  readonly control: Target
  caught: Failure | undefined
}

async function tryBy(test: string, trials: readonly Trial[]): Promise<void> {
  const controls = trials.slice(0, 1).map((trial) => ({ ...trial, target: trial.control }))
  const asked = [...trials, ...controls]
  const results = await judged(
    asked.map(({ target }) => ({ ...target, tests: [test], untilFailure: true })),
  )
  for (const [i, trial] of asked.entries()) {
    const { failures } = results[i] as Result
    trial.caught = failures.find(({ level }) => level === 'core' || !trial.byCore)
  }
  // What fails it fails mutants that are none the worse: a machine that is too busy, say.
  for (const { reference, caught } of controls) {
    if (!caught) continue
    const why = `${caught.test}: ${caught.message}`
    throw new Unjudged(`${reference.name} fails unchanged, judged beside its mutants: ${why}`)
  }
}

function passesCoreAlone({ name, file }: Reference, result: Result | undefined): boolean {
  if (!result || result.notRun > 0) throw new Unjudged(`${name}: NOT RUN, its kata needs a Redis 8`)
  if (isStarred(result)) return false
  if (name !== file && result.core.failed === 0) return true
  const [first] = result.failures
  throw new Unjudged(`${name} fails unchanged: ${first?.test}: ${first?.message}`)
}

/** Results of a run together; of one that may have been another's doing, of a run of its own. */
async function judged(targets: readonly Target[]): Promise<readonly Result[]> {
  const { results, errors } = await judge(targets, { forkFor: dealt(targets) })
  if (errors.length > 0) throw new Error(errors.join('\n'))
  const doubtful = targets.filter((_, i) => results[i]?.failures.some(isDoubtful))
  if (doubtful.length === 0) return results
  const again = await judge(doubtful, {})
  const settled = new Map(again.results.map((result) => [result.implementation, result]))
  return results.map((result) => settled.get(result.implementation) ?? result)
}

/** The process ended, maybe by another mutant, or the time was over, maybe on a busy machine. */
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
