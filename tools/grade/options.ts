import { existsSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Kata, katas, nearestOf, UsageError } from '../judge/catalogue.mjs'
import { katasNamed } from '../katas-named.ts'
import { isDay, isTime } from '../words.ts'
import { isImplementation } from './submissions.ts'

/** What `npm run grade` is asked for. */
export interface Options {
  readonly dir: string
  /** Undefined: those that anyone handed in. */
  readonly katas: readonly Kata[] | undefined
  readonly due: Date | undefined
  /** The files to write, by their option. */
  readonly out: Readonly<Partial<Record<Format, string>>>
}

const FORMATS = ['json', 'csv', 'html', 'report'] as const
export type Format = (typeof FORMATS)[number]

export const USAGE = `Usage: npm run grade -- DIR [options]

  DIR             a folder with implementations laid out as
                  katas/NN-slug/FILE, itself or anywhere below; the folder
                  above katas is the student
  --katas KATAS   what counts: modules, tracks, katas, as in A,03,interview;
                  else what anyone handed in
  --due TIME      what came later loses marks: 2026-12-20T18:00Z; a day alone
                  ends with it, in UTC

  --json FILE     an array of records, one a file, sorted by path
  --csv FILE      a line a student and kata
  --html FILE     a page with the class as a grid
  --report FILE   all of it as one JSON object, with the seed and the versions

What marks are made of is the rubric in katas/tracks.json.
Ctrl-C ends the judging: what is judged by then is told and written, the rest
is NOT RUN.
Exit code: 0 every file has a record, 1 something was NOT RUN, 2 usage.`

export const SEE = 'npm run grade -- help  lists the options'

const OPTIONS = {
  katas: { type: 'string', multiple: true },
  due: { type: 'string' },
  json: { type: 'string' },
  csv: { type: 'string' },
  html: { type: 'string' },
  report: { type: 'string' },
} as const

/** Reads the words; undefined: help is asked for. Throws a `UsageError` that shows what is wrong. */
export function optionsFrom(args: readonly string[]): Options | undefined {
  if (['help', '--help', '-h'].includes(args[0] ?? 'help')) return undefined
  const { values, positionals } = parsed(args)
  const [given, ...others] = positionals
  if (given === undefined) throw new UsageError('DIR is missing: which folder has the submissions?')
  if (others.length > 0) throw new UsageError(`one DIR at a time, got ${positionals.join(' ')}`)
  const dir = fromHere(given)
  if (!existsSync(dir) || !statSync(dir).isDirectory()) {
    throw new UsageError(`DIR must be a folder, got ${given}`)
  }
  return {
    dir,
    katas: values.katas && chosen(values.katas),
    due: values.due === undefined ? undefined : dueTime(values.due),
    out: outputs(values),
  }
}

/** npm starts us in the checkout, wherever the person stands. */
const fromHere = (path: string) => resolve(process.env.INIT_CWD ?? process.cwd(), path)

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true })
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    const [, unknown] = error.message.match(/^Unknown option '--?([^']*)'/) ?? []
    if (unknown === undefined) throw new UsageError(error.message)
    throw new UsageError(
      `there is no option --${unknown}; the nearest is  --${nearestOf(unknown, Object.keys(OPTIONS))}`,
    )
  }
}

function chosen(words: readonly string[]): readonly Kata[] {
  const named = words
    .flatMap((one) => one.split(/[\s,]+/))
    .filter(Boolean)
    .flatMap((word) => katasNamed('--katas', word))
  if (named.length > 0) return katas.filter((kata) => named.includes(kata))
  throw new UsageError(
    `--katas must name katas, as in A,03,interview, got ${JSON.stringify(words.join(' '))}`,
  )
}

function outputs(values: Readonly<Partial<Record<Format, string>>>) {
  const out: Partial<Record<Format, string>> = {}
  for (const format of FORMATS) {
    const given = values[format]
    if (given === undefined) continue
    const path = fromHere(given)
    const isFile = existsSync(dirname(path)) && !(existsSync(path) && statSync(path).isDirectory())
    if (!isFile) {
      throw new UsageError(`--${format} must name a file in a folder that exists, got ${given}`)
    }
    if (isImplementation(path)) {
      throw new UsageError(`--${format} must not name a submission, got ${given}`)
    }
    const same = Object.entries(out).find(([, other]) => other === path)
    if (same) throw new UsageError(`--${format} and --${same[0]} name the same file, got ${given}`)
    out[format] = path
  }
  return out
}

/** `2026-12-20T18:00Z`, `2026-12-20T18:00+01:00`, `2026-12-20`: a day that the calendar has. */
function dueTime(text: string): Date {
  const [day = '', time] = text.split(/T(?=\d\d:\d\d(?::\d\d)?(?:Z|[+-]\d\d:\d\d)$)/)
  const due = new Date(time === undefined ? `${day}T24:00:00Z` : text)
  if (isDay(day) && isTime(due)) return due
  throw new UsageError(
    `--due must be a time as in 2026-12-20T18:00Z, or a day, got ${JSON.stringify(text)}`,
  )
}
