import { plain } from '../judge/results.ts'
import { type ClassReport, firstFailure, recordIn, type Student } from './report.ts'

const COLUMNS = [
  ...['student', 'kata', 'marks', 'solved', 'starred', 'core_passed', 'core_tests'],
  ...['cost_passed', 'cost_tests', 'stretch_passed', 'stretch_tests', 'handed_in', 'handed_in_by'],
  ...['late', 'marks_before', 'behaves_like', 'first_failure', 'error', 'student_marks'],
] as const

type Row = readonly (string | number | boolean | null | undefined)[]

/** A line for each student and kata, also where nothing was handed in; by RFC 4180. */
export function csvOf({ students, katas }: ClassReport): string {
  const rows = students.flatMap((student) => katas.map((folder) => rowOf(student, folder)))
  return [COLUMNS, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}

function rowOf({ name, records, marks }: Student, folder: string): Row {
  const record = recordIn(records, folder)
  if (!record) {
    const missing = COLUMNS.slice(5, -2).map(() => null)
    return [name, folder, 0, false, false, ...missing, 'nothing was handed in', marks]
  }
  const tests = ({ passed, failed }: { passed: number; failed: number }) => [
    passed,
    passed + failed,
  ]
  const { handedIn, late } = record
  return [
    ...[name, folder, record.marks, record.solved, record.starred],
    ...[...tests(record.core), ...tests(record.cost), ...tests(record.stretch)],
    ...[handedIn?.at, handedIn?.by, late?.by, late?.before, record.behavesLike],
    ...[firstFailure(record), record.error, marks],
  ]
}

/** What a spreadsheet would run as a formula: it is told that it is text. */
const FORMULA = /^[=+\-@\t\r]/

function cell(value: Row[number]): string {
  const text = plain(String(value ?? ''))
  const tame = typeof value === 'string' && FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(tame) ? `"${tame.replaceAll('"', '""')}"` : tame
}
