// `npm run grade -- DIR [options]`: judges every implementation below DIR by this checkout's tests.
import { isSettingError } from '../test/support/settings.mjs'
import { isOfSystem, writeWhole } from './desk/store.mjs'
import { csvOf } from './grade/csv.ts'
import { pageOf } from './grade/html.ts'
import { type Format, optionsFrom, SEE, USAGE } from './grade/options.ts'
import type { ClassReport } from './grade/report.ts'
import { tableOf } from './grade/table.ts'
import { UsageError } from './judge/catalogue.mjs'
import { outliveReader } from './judge/pipe.mjs'
import { SIGNALS } from './judge/run-folder.mjs'
import { Progress } from './progress.ts'

const WRITERS: Readonly<Record<Format, (report: ClassReport) => string>> = {
  json: ({ students }) =>
    asJson(
      students
        .flatMap(({ records }) => records)
        .sort((one, other) => (one.path < other.path ? -1 : 1)),
    ),
  csv: csvOf,
  html: pageOf,
  report: asJson,
}

function asJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

async function grade(args: readonly string[]): Promise<number> {
  const options = optionsFrom(args)
  if (!options) {
    console.log(USAGE)
    return 0
  }
  // What judges takes a while to start: a word that is wrong is told before.
  const { gradeClass } = await import('./grade/run.ts')
  const progress = new Progress()
  progress.title = 'grade'
  const cut = cutShort(() => {
    progress.clear()
    console.error('cut short: what is judged by now is told; once more ends it at once')
  })
  const report = await gradeClass({
    ...{ ...options, cut },
    onProgress: (done, of, students, ofStudents) => {
      if (!cut.aborted)
        progress.show(`${done} of ${of} test files, ${students} of ${ofStudents} students`)
    },
  }).finally(() => progress.clear())
  for (const line of tableOf(report)) console.log(line)
  for (const error of report.errors) console.error(error)
  for (const format of Object.keys(options.out) as Format[]) {
    writeWhole(options.out[format] as string, WRITERS[format](report))
  }
  const notRun = report.students.some(({ records }) => records.some(({ marks }) => marks === null))
  return notRun ? 1 : 0
}

/** Aborted by the first Ctrl-C, as that is told. The second one ends the process. */
function cutShort(tell: () => void): AbortSignal {
  const cut = new AbortController()
  const first = () => {
    // Before this listener goes: what the run has left is removed by whoever hears the second signal.
    cut.abort()
    for (const signal of SIGNALS) process.off(signal, first)
    tell()
  }
  for (const signal of SIGNALS) process.on(signal, first)
  return cut.signal
}

outliveReader()
process.exitCode = await grade(process.argv.slice(2)).catch((error: unknown) => {
  const understood = !(error instanceof UsageError || isSettingError(error))
  if (understood && !isOfSystem(error)) throw error
  console.error((error as Error).message)
  if (error instanceof UsageError) console.error(SEE)
  return understood ? 1 : 2
})
