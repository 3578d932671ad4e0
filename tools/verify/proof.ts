import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import {
  alternativesOf,
  type Kata,
  kataOfPath,
  probesOf,
  root,
  solutionOf,
  stubOf,
  stubTarget,
  type Target,
  testsOf,
} from '../judge/catalogue.mjs'
import { judge } from '../judge/judge.ts'
import { type Failure, isStarred, type Result } from '../judge/results.ts'
import { runFolder } from '../judge/run-folder.mjs'
import { verdictOf } from '../judge/verdict.ts'
import { proveFingerprints } from './fingerprints.ts'
import { checkGolden, isKept } from './golden.ts'
import { strayLists, writeNearMisses } from './near-misses.ts'
import type { Report } from './report.ts'
import { type WrongAnswer, wrongAnswersOf } from './wrong-answers.ts'

const short = (path: string) => relative(root, path)

const brief = ({ failures, error, notRun, whyNotRun }: Result) =>
  [
    ...(error ? [error] : failures.map(({ test, message }) => `${test}: ${message}`)),
    ...(notRun > 0 ? [`NOT RUN: ${whyNotRun ?? 'there is no Redis 8'}`] : []),
  ].join('\n')

/** Judges all that lies in the checkout for these katas in one run, and reads the proofs off it. */
export async function proveKatas(report: Report, katas: readonly Kata[]): Promise<void> {
  const folder = runFolder()
  try {
    await prove(report, katas, folder.path)
  } finally {
    folder.remove()
  }
}

/** @param folder for what is made up of the references */
async function prove(report: Report, katas: readonly Kata[], folder: string): Promise<void> {
  const solutions = katas.flatMap((kata) =>
    [solutionOf(kata), ...alternativesOf(kata)].map((path) => targetOf(kata, path)),
  )
  const wrong = katas.flatMap(wrongAnswersOf)
  const near = katas.flatMap((kata) => writeNearMisses(kata, folder))
  const byItsTest = ({ caughtBy, kata }: Pick<WrongAnswer, 'caughtBy' | 'kata'>) => ({
    only: caughtBy,
    tests: filesWith(caughtBy, testsOf(kata)),
  })
  const targets = [
    ...katas.map((kata) => ({ ...stubTarget(kata), probed: false })),
    ...solutions.map((one) => ({ ...one, probed: true })),
    // By the one test that has to catch it: all of them would take ten times as long.
    ...wrong.map((one) => ({
      ...{ ...targetOf(one.kata, one.path), probed: true },
      ...(!isKept(one.path) && byItsTest(one)),
    })),
    ...near.map((one) => ({
      ...targetOf(one.kata, one.path),
      probed: false,
      ...byItsTest(one),
    })),
  ]
  let results: readonly Result[] = []
  let nearly: readonly Result[] = []
  await report.group('the run has no errors of its own', async () => {
    const judged = await judge(targets, { forkFor: ({ kata }) => kata.id })
    results = judged.results.slice(0, targets.length - near.length)
    nearly = judged.results.slice(results.length)
    report.add('the run', judged.errors.length > 0 ? judged.errors.join('\n') : undefined)
  })
  const rest = results.slice(katas.length)
  await report.group('every verdict fits 24 lines of 80 columns, and is as it was', () => {
    checkGolden(report, results)
    for (const result of results) {
      report.add(
        short(result.implementation),
        tooLarge({ ...result, implementation: stubOf(result.kata) }),
      )
    }
  })
  await report.group('every stub fails, by its TODO alone', () =>
    proveStubs(report, results.slice(0, katas.length)),
  )
  await report.group('every solution passes, core and stretch', () =>
    proveSolutions(report, rest.slice(0, solutions.length)),
  )
  await report.group('every wrong answer is caught, by its test', () =>
    proveWrongAnswers(report, wrong, rest.slice(solutions.length)),
  )
  await report.group('every near miss is caught, by its test', () => {
    for (const list of strayLists()) report.add(`test/near/${list}`, 'no kata is called so')
    proveWrongAnswers(report, near, nearly)
  })
  const probed = katas.filter((kata) => probesOf(kata).length > 0)
  if (probed.length === 0) return
  await report.group('every wrong answer is told by its name', () =>
    proveFingerprints(report, probed, wrong, rest),
  )
}

/** The test files that a title stands in; all of them for one that is put together as the file runs. */
function filesWith(title: string, tests: readonly string[]): readonly string[] {
  const holding = tests.filter((test) => readFileSync(test, 'utf8').includes(title))
  return holding.length > 0 ? holding : tests
}

/** Colours take no room, so that what fits without them fits with them. */
function tooLarge(result: Result): string | undefined {
  const lines = verdictOf(result, { colour: false })
  const wide = lines.find((line) => line.length > 80)
  if (wide) return `${wide.length} columns: ${wide}`
  return lines.length > 24 ? `${lines.length} lines` : undefined
}

const targetOf = (kata: Kata, implementation: string): Target => ({
  kata,
  implementation,
  tests: testsOf(kata),
})

function proveStubs(report: Report, results: readonly Result[]): void {
  for (const result of results) {
    for (const test of testsOf(result.kata)) {
      const failures = result.failures.filter(({ file }) => file === test)
      const other = failures.find(({ kind }) => kind !== 'TodoError')
      const problem =
        failures.length === 0
          ? 'the stub passes it'
          : other && `fails by something else than the TODO: ${other.message}`
      report.add(short(test), result.notRun > 0 ? brief(result) : problem)
    }
  }
}

function proveSolutions(report: Report, results: readonly Result[]): void {
  for (const result of results) {
    report.add(short(result.implementation), isStarred(result) ? undefined : brief(result))
  }
}

function proveWrongAnswers(
  report: Report,
  wrong: readonly (Pick<WrongAnswer, 'path' | 'caughtBy'> & { readonly shown?: string })[],
  results: readonly Result[],
): void {
  for (const [i, { path, shown = short(path), caughtBy }] of wrong.entries()) {
    const caught = results[i]?.failures.filter(({ kind }) => CAUGHT.has(kind)).map(titled) ?? []
    const other = results[i] ? brief(results[i]) : ''
    const problem = `not caught by «${caughtBy}»${other && `, which fails by: ${other}`}`
    report.add(shown, caught.includes(caughtBy) ? undefined : problem)
  }
}

/** A test that fails by another error has not caught the mistake. */
const CAUGHT = new Set(['Wrong', 'Stopped'])

/** A test's title as it stands in its file. */
const titled = ({ test, level }: Failure) => (level === 'stretch' ? `stretch: ${test}` : test)

/** Where the guards' proofs lie: implementations that hang, die or lie, each as its header says. */
const GUARDS = join(root, 'test/workbook/fixtures/guards')

/** Each guard is shown to work: the fixture's header says what its record's error must contain. */
export async function proveGuards(report: Report): Promise<void> {
  const paths = readdirSync(GUARDS, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(ts|lua)$/.test(path))
    .map((path) => join(GUARDS, path))
  const fixtures = paths.map((path) => {
    const kata = kataOfPath(path)
    if (!kata) throw new Error(`${path} lies in no kata's folder`)
    const text = readFileSync(path, 'utf8')
    return {
      // One test file each is enough for a proof, and half the time.
      target: { ...targetOf(kata, path), tests: testsOf(kata).slice(0, 1), probed: false },
      wanted: text.match(/^(?:\/\/|--) error: (.+)$/m)?.[1] ?? '?',
      takesAlong: /^(?:\/\/|--) takes its process along$/m.test(text),
    }
  })
  // Those that end their process, or what is in it, have one of their own; the others share.
  const alone = new Set<Target>(
    fixtures.filter((one) => one.takesAlong).map(({ target }) => target),
  )
  const forkFor = (target: Target) => (alone.has(target) ? target.implementation : target.kata.id)
  const { results } = await judge(
    fixtures.map(({ target }) => target),
    { forkFor },
  )
  checkGolden(report, results)
  for (const [i, { target, wanted }] of fixtures.entries()) {
    const error = results[i]?.error ?? 'no error'
    const problem = error.includes(wanted) ? undefined : `expected «${wanted}», got ${error}`
    report.add(short(target.implementation), problem)
  }
}
