import { COLUMNS, cut, fold } from '../judge/looks.mjs'
import { plain } from '../judge/results.ts'
import type { GradeRecord } from './record.ts'
import {
  type ClassReport,
  firstFailure,
  markOf,
  recordIn,
  type Section,
  type Student,
  showMarks,
  showProvenance,
} from './report.ts'

/** Up to so many files each has its lines; of more, each student has one. */
const DETAILED_FILES = 24
const LEAST_NAME = 9
const MARKS = 5

/** The report for a terminal, as lines. */
export function tableOf(report: ClassReport): string[] {
  const { students, sections, provenance } = report
  const records = students.flatMap((student) => student.records)
  const detailed = records.length <= DETAILED_FILES
  const body = detailed ? students.flatMap((one) => detailsOf(one, report)) : gridOf(report)
  const more = detailed ? [] : ['', '★ all tests  ✓ core  ✗ not  ? NOT RUN  – nothing there']
  const solved = records.filter((record) => record.solved).length
  const notRun = records.filter(({ marks }) => marks === null).length
  const count = records.length === 1 ? '1 file' : `${records.length} files`
  return [
    ...body.slice(0, body.at(-1) === '' ? -1 : undefined),
    ...more,
    ...sections.map((section) => sectionLines(section, '')).flatMap(apart),
    '',
    `${count}, ${solved} solved${notRun > 0 ? `, ${notRun} NOT RUN` : ''}`,
    ...fold(showProvenance(provenance), COLUMNS),
  ]
}

function detailsOf(student: Student, { katas }: ClassReport): string[] {
  const missing = katas.filter((folder) => !recordIn(student.records, folder))
  return [
    besides(oneLine(student.name), `${showMarks(student.marks)} of 100`),
    ...student.records.flatMap(recordLines),
    ...missing.map((folder) => `  – ${folder.padEnd(24)} ${'0'.padStart(MARKS)}  nothing there`),
    ...student.sections.flatMap((section) => sectionLines(section, '  ')),
    '',
  ]
}

function recordLines(record: GradeRecord): string[] {
  const { kata, core, stretch, marks, behavesLike, late } = record
  const tests = ({ passed, failed }: GradeRecord['core']) => `${passed}/${passed + failed}`
  const failure = firstFailure(record)
  return [
    cut(
      `  ${markOf(record)} ${kata.padEnd(24)} ${showMarks(marks).padStart(MARKS)}  ` +
        `core ${tests(core)}  stretch ${tests(stretch)}${late ? '  late' : ''}`,
    ),
    ...(failure ? [cut(`      ${oneLine(failure)}`)] : []),
    ...(behavesLike ? [cut(`      behaves like: ${behavesLike}`)] : []),
  ]
}

/** A line a student, so narrow as it can be. */
function gridOf({ students, katas }: ClassReport): string[] {
  const name = Math.max(LEAST_NAME, COLUMNS - 3 * katas.length - MARKS - 3)
  const longest = Math.max(...students.map((one) => oneLine(one.name).length), 'student'.length)
  const width = Math.min(name, longest)
  const row = (first: string, cells: readonly string[], marks: string) => {
    const short = first.length > width ? `${first.slice(0, width - 1)}…` : first
    return cut(`${short.padEnd(width)}  ${cells.join(' ')}  ${marks.padStart(MARKS)}`)
  }
  const head = row(
    'student',
    katas.map((folder) => folder.slice(0, 2)),
    'marks',
  )
  const rows = students.map(({ name, records, marks }) => {
    const cells = katas.map((folder) => `${markOf(recordIn(records, folder))} `)
    return row(oneLine(name), cells, showMarks(marks))
  })
  return [head, ...rows]
}

const apart = (lines: readonly string[]) => (lines.length > 0 ? ['', ...lines] : [])

function sectionLines({ title, lines, brief }: Section, indent: string): string[] {
  const shown = brief ?? lines
  if (shown.length === 0) return []
  const body = shown.flatMap((line) => fold(`${indent}  ${oneLine(line)}`, COLUMNS))
  return [`${indent}${title}:`, ...body]
}

/** What a person named, on a line that a terminal can be trusted with. */
const oneLine = (text: string) => plain(text).replaceAll('\n', ' ')

const besides = (left: string, right: string) =>
  left.length + right.length + 2 > COLUMNS
    ? cut(`${left}  ${right}`)
    : `${left.padEnd(COLUMNS - right.length)}${right}`
