import { isObject } from '../desk/kept.mjs'
import { rubric } from '../desk/tracks.mjs'
import { UsageError } from '../judge/catalogue.mjs'

/** What a kata's marks are made of: `rubric` in katas/tracks.json. */
export interface Rubric {
  /** The parts of 100 for the core tests, without those that are about cost. */
  readonly core: number
  /** For the core tests that are about cost: their suite says `cost` or `memory`. */
  readonly cost: number
  readonly stretch: number
  /** What each begun day or hour takes off. */
  readonly late: LateRule
}

export interface LateRule {
  readonly percent: number
  readonly per: 'day' | 'hour'
}

/** How many tests of each kind; those about cost are not among the core ones. */
export interface Counts {
  readonly core: number
  readonly cost: number
  readonly stretch: number
}

export const PARTS = ['core', 'cost', 'stretch'] as const

/**
 * Of 100. Each part gives its share of the tests that were passed, those that the stub passes left out; a part without tests leaves its marks to the others.
 *
 * @param all the tests that there are
 * @param free those of them that the untouched stub passes
 */
export function marksFor(rubric: Rubric, passed: Counts, all: Counts, free: Counts): number {
  let marks = 0
  let parts = 0
  for (const part of PARTS) {
    const most = all[part] - free[part]
    if (most <= 0) continue
    parts += rubric[part]
    marks += (rubric[part] * Math.min(Math.max(passed[part] - free[part], 0), most)) / most
  }
  return parts === 0 ? 0 : rounded((100 * marks) / parts)
}

const UNIT_MS = { hour: 3_600_000, day: 86_400_000 } as const

/** The begun days or hours between the two. */
export const lateUnits = ({ per }: LateRule, dueMs: number, handedInMs: number): number =>
  Math.max(0, Math.ceil((handedInMs - dueMs) / UNIT_MS[per]))

/** What is left of the marks. */
export const lateMarks = ({ percent }: LateRule, marks: number, units: number): number =>
  rounded(marks * Math.max(0, 1 - (percent / 100) * units))

const rounded = (marks: number) => Math.round(marks * 10) / 10

/** `2 days: 10%/day` */
export const showLate = ({ percent, per }: LateRule, units: number): string =>
  `${units} ${units === 1 ? per : `${per}s`}: ${percent}%/${per}`

/** Where it stands, for what is wrong with it. */
const FILE = 'katas/tracks.json'

/** The rubric of this checkout; throws a `UsageError` that says what is wrong with it. */
export function rubricFrom(given: unknown = rubric): Rubric {
  const { late, ...parts } = isObject(given) ? given : {}
  const [core, cost, stretch] = PARTS.map((part) => {
    const value = parts[part]
    if (typeof value === 'number' && value >= 0 && value <= 100) return value
    throw new UsageError(
      `rubric.${part} in ${FILE} must be a number from 0 to 100, got ${JSON.stringify(value)}`,
    )
  }) as [number, number, number]
  const sum = core + cost + stretch
  if (sum !== 100) throw new UsageError(`rubric in ${FILE} must add up to 100, got ${sum}`)
  return { core, cost, stretch, late: lateRule(late) }
}

function lateRule(given: unknown): LateRule {
  const [, percent, per] = String(given).match(/^(\d{1,3}(?:\.\d+)?)%\/(day|hour)$/) ?? []
  if (percent && Number(percent) <= 100 && (per === 'day' || per === 'hour')) {
    return { percent: Number(percent), per }
  }
  throw new UsageError(
    `rubric.late in ${FILE} must be a share for each day or hour, as in "10%/day", ` +
      `got ${JSON.stringify(given)}`,
  )
}
