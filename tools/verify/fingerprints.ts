import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { diffLines } from 'diff'
import { type Kata, root, solutionOf } from '../judge/catalogue.mjs'
import {
  differing,
  explainedBy,
  type Fingerprints,
  fingerprintsPath,
  type Observed,
} from '../judge/diagnosis.ts'
import type { Result } from '../judge/results.ts'
import type { Report } from './report.ts'
import type { WrongAnswer } from './wrong-answers.ts'

/**
 * Holds the fingerprints of these katas against what their implementations do now: right code does the same
 * whoever wrote it, and each wrong answer is told by its name. Writes those that are missing.
 */
export function proveFingerprints(
  report: Report,
  katas: readonly Kata[],
  wrong: readonly WrongAnswer[],
  results: readonly Result[],
): void {
  const byPath = new Map(results.map((result) => [result.implementation, result]))
  for (const kata of katas) {
    const right = byPath.get(solutionOf(kata))?.observed ?? {}
    for (const result of results.filter((one) => one.kata === kata && isReference(one))) {
      const other = Object.keys(right).filter((what) => right[what] !== result.observed[what])
      const problem = `right code, and looks different: ${other.join('; ')}`
      report.add(short(result.implementation), other.length > 0 ? problem : undefined)
    }
    const made: Fingerprints = {
      right,
      wrong: wrong
        .filter((one) => one.kata === kata)
        .map(({ name, path, misconception, why }) => {
          const observed = byPath.get(path)?.observed ?? {}
          return { name, misconception, why, shows: differing(observed, right) }
        }),
    }
    for (const { name, shows } of made.wrong) {
      report.add(`${kata.folder}: ${name}`, problemOf(made, name, { ...right, ...shows }))
    }
    report.add(short(fingerprintsPath(kata)), keptProblem(kata, made))
  }
}

const short = (path: string) => relative(root, path).replaceAll('\\', '/')

const isReference = ({ implementation }: Result) => /^(solutions|lua)\//.test(short(implementation))

function problemOf(made: Fingerprints, name: string, observed: Observed): string | undefined {
  const told = explainedBy(made, observed).map((one) => one.name)
  if (told.length === 1 && told[0] === name) return undefined
  const [own] = made.wrong.filter((one) => one.name === name)
  const shows = Object.keys(own?.shows ?? {})
  if (shows.length === 0) return 'no probe shows it'
  return `shows ${shows.join('; ')}: told as ${told.join(', ') || 'nothing: another shows as much'}`
}

const SHOWN_LINES = 12

/** The lines that went (-) and came (+). */
const changedLines = (was: string, is: string): string[] =>
  diffLines(was, is).flatMap(({ added, removed, value }) =>
    added || removed
      ? value
          .split('\n')
          .flatMap((line) => (line === '' ? [] : [`${added ? '+' : '-'} ${line.trim()}`]))
      : [],
  )

function keptProblem(kata: Kata, made: Fingerprints): string | undefined {
  const path = fingerprintsPath(kata)
  const text = `${JSON.stringify(made, null, 2)}\n`
  if (existsSync(path)) {
    const kept = readFileSync(path, 'utf8')
    // In whatever order: a probe that was asked once more, on a busy machine, comes last.
    if (isDeepStrictEqual(JSON.parse(kept), made)) return undefined
    const why = 'is not what the code does now: delete it, run verify, read the new one'
    return [why, ...changedLines(kept, text).slice(0, SHOWN_LINES)].join('\n')
  }
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  return 'was missing and is written now: read it'
}
