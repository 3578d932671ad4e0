import type { Level } from '../judge/level.ts'
import { isSolved, isStarred, type Result } from '../judge/results.ts'
import type { HandedIn } from './handed-in.ts'
import { type Counts, lateMarks, lateUnits, marksFor, type Rubric, showLate } from './rubric.ts'
import type { Submission } from './submissions.ts'
import { type Tests, testsIn } from './tests.ts'

interface Tally {
  readonly passed: number
  readonly failed: number
}

/** One implementation's marks, as `--json` writes them. */
export interface GradeRecord {
  /** Relative to DIR, with `/`. */
  readonly path: string
  /** The folder above `katas`, relative to DIR; of DIR itself its name. */
  readonly student: string
  /** The kata's folder: `03-time-deque`. */
  readonly kata: string
  readonly core: Tally
  readonly stretch: Tally
  /** Those of the core tests that are about time and memory. */
  readonly cost: Tally
  /** All core tests passed. */
  readonly solved: boolean
  /** All tests passed. */
  readonly starred: boolean
  /** Of 100, by the rubric, what came late taken off; null where something was NOT RUN. */
  readonly marks: number | null
  /** When it came, by which it was late or not; null if nobody asked. */
  readonly handedIn: { readonly at: string; readonly by: HandedIn['by'] } | null
  /** Null if it came in time, or nobody asked. */
  readonly late: Late | null
  /** The misconceptions that the code behaves like, by their names; null if it is like none. */
  readonly behavesLike: string | null
  readonly failures: readonly { test: string; level: Level; message: string }[]
  /** What a guard ended, or why the file could not be judged. */
  readonly error: string | null
}

export interface Late {
  /** `2 days: 10%/day` */
  readonly by: string
  /** What the marks were. */
  readonly before: number | null
}

const notRunText = ({ whyNotRun }: Result) =>
  `NOT RUN: this kata needs a Redis 8, and there was none${whyNotRun ? ` (${whyNotRun})` : ''}`

/** The grading was ended before this one was judged whole. */
export const CUT = Symbol('cut short')

/** What a submission's marks depend on beside what the judge found. */
export interface Terms {
  readonly rubric: Rubric
  readonly due: Date | undefined
  readonly handedIn: HandedIn | undefined
  /** The kata's tests, as its stub fares; undefined where nothing was judged. */
  readonly tests: Tests | undefined
}

/** @param result a text: why nothing can be judged */
export function recordOf(
  { shown, student, folder }: Submission,
  result: Result | string | typeof CUT,
  terms: Terms,
): GradeRecord {
  const of = { path: shown, student, kata: folder }
  const { handedIn } = terms
  const came = { handedIn: handedIn ? { at: handedIn.at.toISOString(), by: handedIn.by } : null }
  if (typeof result === 'string' || result === CUT) {
    const none = { passed: 0, failed: 0 }
    const tallies = { core: none, stretch: none, cost: none, solved: false, starred: false }
    const nothing = { ...came, late: null, behavesLike: null, failures: [] }
    const told =
      result === CUT
        ? { marks: null, error: 'NOT RUN: the grading was cut short before this' }
        : { marks: 0, error: result }
    return { ...of, ...tallies, ...nothing, ...told }
  }
  const { core, stretch, cost, error } = result
  const before = result.notRun > 0 ? null : ownMarks(result, terms)
  const units = unitsLate(terms)
  const { late: rule } = terms.rubric
  return {
    ...of,
    ...{ core, stretch, cost },
    solved: isSolved(result),
    starred: isStarred(result),
    marks: before === null ? null : lateMarks(rule, before, units),
    ...came,
    late: units === 0 ? null : { by: showLate(rule, units), before },
    behavesLike: result.behavesLike.map(({ name }) => name).join(', ') || null,
    failures: result.failures.map(({ test, level, message }) => ({ test, level, message })),
    error: error ?? (result.notRun > 0 ? notRunText(result) : null),
  }
}

function ownMarks(result: Result, { rubric, tests }: Terms): number {
  if (!tests) return 0
  const { all: own, passed } = testsIn(result)
  // An error outside the tests, or a file that does not load, is one more that failed.
  const most = (part: keyof Counts) => Math.max(tests.all[part], own[part])
  const all = { core: most('core'), cost: most('cost'), stretch: most('stretch') }
  return marksFor(rubric, passed, all, tests.passed)
}

const unitsLate = ({ rubric, due, handedIn }: Terms): number =>
  due && handedIn ? lateUnits(rubric.late, due.getTime(), handedIn.at.getTime()) : 0
