// `npm run grade -- DIR [--json FILE]`: judges every implementation below DIR by this checkout's tests.
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { parseArgs } from 'node:util'
import { type Kata, katas, type Target, testsOf } from './judge/catalogue.mjs'
import { NOT_OURS } from './judge/files.mjs'
import { judge } from './judge/judge.ts'
import type { Level } from './judge/level.ts'
import { outliveReader } from './judge/pipe.mjs'
import { isSolved, isStarred, type Result } from './judge/results.ts'

outliveReader()

/** One implementation's marks, as `--json` writes them. */
export interface GradeRecord {
  /** Relative to DIR, with `/`. */
  readonly path: string
  /** The kata's folder: `03-time-deque`. */
  readonly kata: string
  readonly core: { readonly passed: number; readonly failed: number }
  readonly stretch: { readonly passed: number; readonly failed: number }
  /** All core tests passed. */
  readonly solved: boolean
  /** All tests passed. */
  readonly starred: boolean
  /** The misconceptions that the code behaves like, by their names; null if it is like none. */
  readonly behavesLike: string | null
  readonly failures: readonly { test: string; level: Level; message: string }[]
  /** What a guard ended, or why the file could not be judged. */
  readonly error: string | null
}

const USAGE = `Usage: npm run grade -- DIR [--json FILE]

  DIR          a folder with implementations laid out as katas/NN-slug/FILE, itself or anywhere below
  --json FILE  also writes one array of records, sorted by path

Exit code: 0 every file has a record, 1 something was NOT RUN, 2 usage.`

/** A file that lies where an implementation lies. */
interface Found {
  readonly path: string
  /** The name of the folder of a kata, known or not. */
  readonly folder: string
  /** A link, to wherever: nobody's own work lies there. */
  readonly linked: boolean
}

/** Files laid out as `katas/NN-slug/FILE`, at any depth; tests and lessons are no implementations. */
function implementationsBelow(dir: string): Found[] {
  const found: Found[] = []
  const visit = (folder: string) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) {
        if (!NOT_OURS.has(entry.name)) visit(path)
      } else if (isImplementation(path)) {
        found.push({ path, folder: basename(dirname(path)), linked: !entry.isFile() })
      }
    }
  }
  visit(dir)
  return found
}

function isImplementation(path: string): boolean {
  const parts = path.split(sep)
  const inKata = parts.at(-3) === 'katas' && /^\d\d-/.test(parts.at(-2) ?? '')
  return inKata && /\.(ts|lua)$/.test(path) && !/\.(test|d)\.ts$/.test(path)
}

/** Why a file cannot be judged, or the target that it is. */
function targetOf({ path, folder, linked }: Found): Target | string {
  if (linked) return 'a link is not judged, only a file'
  const kata: Kata | undefined = katas.find((one) => one.folder === folder)
  if (!kata) return `the kata ${folder} is not in this checkout`
  if (basename(path) !== kata.file) {
    return `the implementation of ${folder} is named ${kata.file}, got ${basename(path)}`
  }
  return { kata, implementation: path, tests: testsOf(kata) }
}

function recordOf(path: string, folder: string, result: Result | string): GradeRecord {
  const none = { passed: 0, failed: 0 }
  if (typeof result === 'string') {
    const marks = { core: none, stretch: none, solved: false, starred: false, failures: [] }
    return { path, kata: folder, ...marks, behavesLike: null, error: result }
  }
  const { core, stretch, error } = result
  return {
    path,
    kata: folder,
    core,
    stretch,
    solved: isSolved(result),
    starred: isStarred(result),
    behavesLike: result.behavesLike.map(({ name }) => name).join(', ') || null,
    failures: result.failures.map(({ test, level, message }) => ({ test, level, message })),
    error: error ?? (result.notRun > 0 ? NOT_RUN : null),
  }
}

const NOT_RUN = 'NOT RUN: this kata needs a Redis 8, and there was none'

function table(records: readonly GradeRecord[]): string {
  const rows = records.map(({ path, core, stretch, solved, starred, error, failures }) => [
    starred ? '★' : solved ? '✓' : '✗',
    path,
    `${core.passed}/${core.passed + core.failed}`,
    `${stretch.passed}/${stretch.passed + stretch.failed}`,
    (error ?? failures[0]?.test ?? '').split('\n')[0] ?? '',
  ])
  const all = [['', 'file', 'core', 'stretch', 'first failure'], ...rows]
  const widths = [0, 1, 2, 3].map((i) => Math.max(...all.map((row) => row[i]?.length ?? 0)))
  return all
    .map((row) =>
      row
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function options(): { dir: string; json: string | undefined } {
  try {
    const { values, positionals } = parseArgs({
      options: { json: { type: 'string' } },
      allowPositionals: true,
    })
    const [dir, ...others] = positionals
    if (dir === undefined) throw new Error('DIR is missing')
    if (others.length > 0) throw new Error(`one DIR at a time, got ${positionals.join(' ')}`)
    if (!existsSync(dir) || !statSync(dir).isDirectory()) {
      throw new Error(`DIR must be a folder, got ${dir}`)
    }
    const json = values.json
    if (json !== undefined && !existsSync(dirname(resolve(json)))) {
      throw new Error(`--json must name a file in a folder that exists, got ${json}`)
    }
    return { dir: resolve(dir), json }
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${USAGE}`)
    process.exit(2)
  }
}

/** The folder that holds the submission's `katas`: what lies in it is one author's, and shares a process. */
const submissionOf = ({ implementation }: Target) => dirname(dirname(dirname(implementation)))

const { dir, json } = options()
const found = implementationsBelow(dir)
if (found.length === 0) {
  console.error(`DIR has no file laid out as katas/NN-slug/FILE, got ${dir}\n\n${USAGE}`)
  process.exit(2)
}
const asked = found.map((one) => ({ ...one, target: targetOf(one) }))
const targets = asked.flatMap(({ target }) => (typeof target === 'string' ? [] : [target]))
const progress = process.stderr.isTTY
  ? (done: number, of: number) => process.stderr.write(`\r${done} of ${of} test files`)
  : () => {}
const { results, errors } = await judge(targets, {
  forkFor: submissionOf,
  onProgress: progress,
}).catch((error: unknown) => {
  // A setting that cannot be, such as KATA_REDIS.
  if (!(error instanceof RangeError)) throw error
  console.error(error.message)
  process.exit(2)
})
if (process.stderr.isTTY) process.stderr.write('\r\x1b[K')
const byPath = new Map(results.map((result) => [result.implementation, result]))
const records = asked
  .map(({ path, folder, target }) => {
    const shown = relative(dir, path).split(sep).join('/')
    const result = typeof target === 'string' ? target : byPath.get(path)
    return recordOf(shown, folder, result ?? 'the run left this file out')
  })
  .sort((a, b) => (a.path < b.path ? -1 : 1))

console.log(table(records))
for (const error of errors) console.error(error)
if (json !== undefined) writeFileSync(json, `${JSON.stringify(records, null, 2)}\n`)
const solved = records.filter((record) => record.solved).length
const notRun = results.filter((result) => result.notRun > 0).length
console.log(
  `\n${records.length} ${records.length === 1 ? 'file' : 'files'}, ${solved} solved${notRun > 0 ? `, ${notRun} NOT RUN` : ''}`,
)
process.exitCode = notRun > 0 ? 1 : 0
