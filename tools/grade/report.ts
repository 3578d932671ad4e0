import { basename } from 'node:path'
import { type Kata, katas } from '../judge/catalogue.mjs'
import type { Alike } from './alike/alike.ts'
import type { GradeRecord } from './record.ts'
import type { Rubric } from './rubric.ts'

/** What `--report` writes, and all other ways to show it are made of. */
export interface ClassReport {
  readonly provenance: Provenance
  readonly rubric: Rubric
  /** ISO 8601; null if nobody asked. */
  readonly due: string | null
  /** The folders of the katas that count, in their order: those that were asked for, or that anyone handed in. */
  readonly katas: readonly string[]
  readonly students: readonly Student[]
  /** Whose code is alike in structure, by kata. */
  readonly alike: readonly Alike[]
  /** What else is said of the class as a whole. */
  readonly sections: readonly Section[]
  /** Errors of the run that belong to nobody. */
  readonly errors: readonly string[]
}

/** What the marks came from: the same of all of it gives the same marks. */
export interface Provenance {
  /** Of the random inputs of the laws. */
  readonly seed: number
  readonly node: string
  readonly vitest: string
  readonly fastCheck: string
  /** This checkout's version; its commit too, where it has one. */
  readonly workbook: string
  /** SHA-256 of all that judges these katas: their tests and probes, what tests share, the judge. */
  readonly tests: string
}

export interface Student {
  /** The folder above `katas`, relative to the one that is graded. */
  readonly name: string
  /** Of 100: the mean over the report's katas, 0 for one that is missing; null where something was NOT RUN. */
  readonly marks: number | null
  /** A record a file, by their paths. */
  readonly records: readonly GradeRecord[]
  /** What two questions of docs/questions to ask, by their ids, and why. */
  readonly viva: readonly { readonly id: string; readonly because: string }[]
  /** What else is said of this submission. */
  readonly sections: readonly Section[]
}

/** A heading and what stands below it, a line each; shown in the table and on the page. */
export interface Section {
  readonly title: string
  readonly lines: readonly string[]
  /** What the table shows in their place, where they are long; nothing if there are none. */
  readonly brief?: readonly string[]
}

/** The marks of one with these records. */
export function meanOf(own: readonly GradeRecord[], counted: readonly Kata[]): number | null {
  let sum = 0
  for (const { folder } of counted) {
    const record = recordIn(own, folder)
    if (record?.marks === null) return null
    sum += record?.marks ?? 0
  }
  return counted.length === 0 ? 0 : Math.round((10 * sum) / counted.length) / 10
}

/** What a student handed in for a kata: the file that is judged, before others that lie beside it. */
export function recordIn(own: readonly GradeRecord[], folder: string): GradeRecord | undefined {
  const all = own.filter(({ kata }) => kata === folder)
  const file = katas.find((kata) => kata.folder === folder)?.file
  return all.find(({ path }) => basename(path) === file) ?? all[0]
}

/** `★` all tests, `✓` core, `✗` not, `?` NOT RUN; `–` nothing was handed in. */
export function markOf(record: GradeRecord | undefined): string {
  if (!record) return '–'
  if (record.starred) return '★'
  if (record.solved) return '✓'
  return record.marks === null ? '?' : '✗'
}

/** What a reader should know first of what is wrong; undefined if nothing is. */
export function firstFailure({ error, failures }: GradeRecord): string | undefined {
  const [first] = failures
  return first ? first.test : (error ?? undefined)
}

export const showMarks = (marks: number | null): string => (marks === null ? '?' : String(marks))

/** To the minute, in UTC. */
export const showTime = (iso: string): string => `${iso.slice(0, 16)}Z`

/** In a line or two for people. */
export const showProvenance = (one: Provenance): string =>
  `Seed ${one.seed}, tests ${one.tests.slice(0, 12)}, workbook ${one.workbook}, Node ${one.node.slice(1)}, ` +
  `vitest ${one.vitest}, fast-check ${one.fastCheck}`
