import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { type Kata, type Target, testsOf } from '../judge/catalogue.mjs'
import { judge } from '../judge/judge.ts'
import { type Failure, isStarred, type Result } from '../judge/results.ts'
import { runFolder } from '../judge/run-folder.mjs'
import type { Mutant } from './mutant.ts'
import type { Reference } from './references.ts'

/** What became of a mutant. */
export type Fate =
  | 'survived'
  | 'wrong' // by what it answered, or by its cost or memory
  | 'stopped' // by a guard: it did not end, or not in time

/** Implementations in one vitest: each is two or more modules, which it keeps. */
const BATCH = 200

/**
 * What becomes of each mutant of a reference, in their order. Throws an error that says why if the reference itself
 * does not pass; one that passes core alone is judged by core alone.
 */
export async function fatesOf(
  reference: Reference,
  tests: readonly string[] = testsOf(reference.kata),
): Promise<readonly Fate[]> {
  const folder = runFolder()
  try {
    const files = new Files(folder.path, reference)
    const byCore = await passesCoreAlone(files.target(reference.text, tests))
    const isCaught = ({ core, failures }: Result) => (byCore ? core.failed : failures.length) > 0
    const fates: Fate[] = reference.mutants.map(() => 'survived')
    const targets = reference.mutants.map(({ text }) => files.target(text, tests))
    // A file of tests at a time: the first one catches most.
    for (const test of tests) {
      const alive = targets.flatMap((target, i) => (fates[i] === 'survived' ? [{ target, i }] : []))
      for (let from = 0; from < alive.length; from += BATCH) {
        const batch = alive.slice(from, from + BATCH)
        const asked = batch.map(({ target }) => ({ ...target, tests: [test], untilFailure: true }))
        const results = await judged(asked)
        for (const [j, { i }] of batch.entries()) {
          const result = results[j]
          if (result && isCaught(result)) fates[i] = result.error === undefined ? 'wrong' : 'stopped'
        }
      }
    }
    return fates
  } finally {
    folder.remove()
  }
}

async function passesCoreAlone(target: Target): Promise<boolean> {
  const [result] = await judged([target])
  if (!result || result.notRun > 0) throw new Error(`${target.kata.folder} needs a Redis 8: NOT RUN`)
  if (isStarred(result)) return false
  if (result.core.failed === 0) return true
  const [first] = result.failures
  throw new Error(`fails unchanged: ${first?.test}: ${first?.message}`)
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

/** Texts of a reference as files, each in a folder of its own that is named like the kata's. */
class Files {
  readonly #folder: string
  readonly #kata: Kata
  readonly #name: string
  #written = 0

  constructor(folder: string, { kata, file }: Reference) {
    this.#folder = folder
    this.#kata = kata
    this.#name = basename(file)
  }

  target(text: string, tests: readonly string[]): Target {
    const number = String(this.#written++)
    const implementation = join(this.#folder, number, this.#kata.folder, this.#name)
    mkdirSync(dirname(implementation), { recursive: true })
    writeFileSync(implementation, text)
    return { kata: this.#kata, implementation, tests }
  }
}
