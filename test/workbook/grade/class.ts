import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { root } from '../../../tools/judge/catalogue.mjs'
import { filesBelow } from '../../../tools/judge/files.mjs'

/** What each student of the example class did stands in the first line of their files. */
const CLASS = join(root, 'test/workbook/fixtures/class')

export const DUE = '2026-11-01T18:00Z'
const IN_TIME = new Date('2026-11-01T17:59Z')
const HOURS_LATE = new Date('2026-11-01T20:00Z')
const DAYS_LATE = '2026-11-03T06:00:00Z'

/** Eve's folder: a name that would be markup. */
export const EVE = `eve <img src=x onerror="top.document.title='forged'">`

/** The example class as it would be handed in, in a folder of its own. */
export function exampleClass(): string {
  const dir = mkdtempSync(join(tmpdir(), 'a class '))
  for (const student of readdirSync(CLASS)) {
    const katas = join(dir, student === 'eve' ? EVE : student, 'katas')
    cpSync(join(CLASS, student), katas, { recursive: true })
    for (const file of filesBelow(katas)) utimesSync(join(katas, file), IN_TIME, IN_TIME)
  }
  utimesSync(join(dir, 'dan/katas/03-time-deque/window-counter.ts'), HOURS_LATE, HOURS_LATE)
  commit(join(dir, 'fay'))
  for (const path of ['01-window-sum/my-sum.ts', '99-unheard-of/it.ts']) {
    beside(join(dir, 'gus/katas', path))
  }
  return dir
}

/** As a clone has it: when it was written its file does not say. */
function commit(folder: string): void {
  git(folder, 'init', '-q')
  git(folder, 'add', '.')
  git(folder, 'commit', '-q', '-m', 'Done')
}

/** Git, by Fay and days late. */
export function git(folder: string, ...words: readonly string[]): void {
  const who = ['-c', 'user.name=Fay', '-c', 'user.email=fay@example.org']
  const env = { ...process.env, GIT_COMMITTER_DATE: DAYS_LATE, GIT_AUTHOR_DATE: DAYS_LATE }
  execFileSync('git', ['-C', folder, ...who, ...words], { env })
}

/** A checkout with one file, which is committed. */
export function committed(folder: string, file: string): string {
  beside(join(folder, file))
  commit(folder)
  return folder
}

/** A file that lies where an implementation lies, and is none. */
function beside(path: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, 'export const x = 1\n')
  utimesSync(path, IN_TIME, IN_TIME)
}
