import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { RECORD_ENV } from '../../test/support/oracles/record.ts'
import { NotDone } from '../desk/store.mjs'
import { type Kata, solutionOf, testsOf } from '../judge/catalogue.mjs'
import { judge } from '../judge/judge.ts'
import { isStarred, type Result } from '../judge/results.ts'
import { dealt } from '../judge/spec.mjs'

/**
 * Runs the tests of these katas on the references, and keeps what their oracles answered: by the oracle's name a
 * compressed table. Throws a {@link NotDone} where a reference does not pass: its oracles were not asked for all.
 */
export async function recordedAnswers(
  katas: readonly Kata[],
): Promise<ReadonlyMap<string, Buffer>> {
  const folder = mkdtempSync(join(tmpdir(), 'kata-record-'))
  const { [RECORD_ENV]: before, FC_SEED: seed } = process.env
  process.env[RECORD_ENV] = folder
  // What a pack has recorded are the usual inputs, whatever is tried here.
  delete process.env.FC_SEED
  try {
    const targets = katas.map((kata) => {
      return { kata, implementation: solutionOf(kata), tests: testsOf(kata), probed: false }
    })
    const { results, errors } = await judge(targets, { forkFor: dealt(targets) })
    const problems = [...results.flatMap(problemOf), ...errors]
    if (problems.length > 0) {
      throw new NotDone(
        `the references do not pass here, and nothing was made:\n${problems.join('\n')}`,
      )
    }
    return tablesIn(folder)
  } finally {
    if (before === undefined) delete process.env[RECORD_ENV]
    if (seed !== undefined) process.env.FC_SEED = seed
    rmSync(folder, { recursive: true, force: true })
  }
}

function problemOf(result: Result): string[] {
  const { kata, notRun, error, failures } = result
  if (notRun > 0)
    return [`  ${kata.folder}: NOT RUN, its tests need a Redis 8; README.md says how to get one`]
  if (isStarred(result) && !error) return []
  return [`  ${kata.folder}: ${error ?? failures[0]?.test ?? 'a test failed'}`]
}

/** What the processes have left, a line an answer, each `KEY JSON`. */
function tablesIn(folder: string): Map<string, Buffer> {
  const lines = new Map<string, Set<string>>()
  for (const file of readdirSync(folder)) {
    const name = file.replace(/\.\d+$/, '')
    const all = lines.get(name) ?? new Set()
    for (const line of readFileSync(join(folder, file), 'utf8').split('\n')) if (line) all.add(line)
    lines.set(name, all)
  }
  return new Map(
    [...lines].map(([name, all]) => {
      const entries = [...all].sort().map((line) => `"${line.slice(0, 10)}":${line.slice(11)}`)
      return [name, gzipSync(`{${entries.join(',')}}`, { level: 9 })]
    }),
  )
}
