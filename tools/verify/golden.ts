import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from '../judge/catalogue.mjs'
import type { Result } from '../judge/results.ts'
import { verdictOf } from '../judge/verdict.ts'
import type { Report } from './report.ts'

/**
 * What learners read, kept as it is until someone means to change it: a file for each verdict, named after
 * the implementation. To change one: delete it, run verify, read the new one.
 */
const FOLDER = join(root, 'test/workbook/golden')

/** Wrong answers and guards whose verdicts are kept: failures of different kinds. */
const KEPT = [
  'katas/01-window-sum/window-sum.ts',
  'katas/03-time-deque/window-counter.ts',
  'katas/15-redis-sliding-log/sliding-log.lua',
  'solutions/03-time-deque/window-counter.ts',
  'test/wrong/01-window-sum/starts-the-best-at-zero.ts',
  'test/wrong/01-window-sum/recomputes-every-window.ts',
  'test/wrong/01-window-sum/writes-over-the-input.ts',
  'test/wrong/02-two-pointers/restarts-from-the-next-element.ts',
  'test/wrong/03-time-deque/keeps-the-boundary-hit.ts',
  'test/wrong/03-time-deque/shifts-once-per-hit.ts',
  'test/wrong/04-monotonic-max/never-frees-what-it-passed.ts',
  'test/wrong/09-token-bucket/refills-whole-tokens-only.ts',
  'test/wrong/11-keyed-limiter/a-timer-a-key.ts',
  'test/wrong/13-redis-race/trusts-the-multi.ts',
  'test/wrong/15-redis-sliding-log/adds-then-checks.lua',
  'test/wrong/15-redis-sliding-log/no-pexpire.lua',
  'test/wrong/18-http-429/retry-after-rounded-down.ts',
  'test/workbook/fixtures/guards/process-exit/01-window-sum/window-sum.ts',
  'test/workbook/fixtures/guards/unhandled-rejection/01-window-sum/window-sum.ts',
  'test/workbook/fixtures/guards/endless-loop/01-window-sum/window-sum.ts',
  'test/workbook/fixtures/guards/backtracking-regex/01-window-sum/window-sum.ts',
  'test/workbook/fixtures/guards/while-in-lua/15-redis-sliding-log/sliding-log.lua',
]

const short = (path: string) => relative(root, path).replaceAll('\\', '/')

/** Whether this implementation's verdict is kept. */
export const isKept = (path: string): boolean => KEPT.includes(short(path))

/** Holds the verdicts among `results` that are kept against their files. */
export function checkGolden(report: Report, results: readonly Result[]): void {
  for (const result of results) {
    const name = short(result.implementation)
    if (!KEPT.includes(name)) continue
    report.add(name, problemOf(result, join(FOLDER, `${name.replaceAll('/', '__')}.txt`)))
  }
}

function problemOf(result: Result, path: string): string | undefined {
  const text = `${verdictOf(result, { colour: false }).join('\n')}\n`
  if (existsSync(path)) {
    const kept = readFileSync(path, 'utf8')
    return text === kept ? undefined : `was\n${kept}\nis\n${text}`
  }
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(path, text)
  return `${short(path)} was missing and is written now: read it`
}

/** A file for each verdict that is kept, and no other. */
export function checkGoldenFiles(report: Report): void {
  const files = existsSync(FOLDER) ? readdirSync(FOLDER) : []
  const names = KEPT.map((name) => `${name.replaceAll('/', '__')}.txt`)
  const gone = KEPT.filter((name) => !existsSync(join(root, name)))
  report.add('golden verdicts', gone.length > 0 ? `there is no ${gone.join(', ')}` : undefined)
  const stray = files.filter((file) => !names.includes(file))
  report.add('golden files', stray.length > 0 ? `no verdict for ${stray.join(', ')}` : undefined)
}
