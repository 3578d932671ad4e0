import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { GradeRecord } from '../../tools/grade/record.ts'
import type { ClassReport } from '../../tools/grade/report.ts'
import { root } from '../../tools/judge/catalogue.mjs'
import { node, type Run } from './assign/class-pack.ts'
import { browserHere, NO_BROWSER, seenIn } from './browser.ts'
import { DUE, EVE, exampleClass } from './grade/class.ts'

/** What a browser is to look at. */
const LOOK = join(root, 'test/workbook/fixtures/class-page/look.js')

let dir: string
let run: Run
let again: Run
let report: ClassReport
let page: string

const grade = (...words: readonly string[]) =>
  node(root, ['--import', 'tsx', 'tools/grade.ts', dir, '--due', DUE, ...words])
const read = (name: string) => readFileSync(join(dir, name), 'utf8')
const recordsIn = (name: string): GradeRecord[] => JSON.parse(read(name))

beforeAll(async () => {
  dir = exampleClass()
  const files = ['json', 'csv', 'html', 'report'].flatMap((one) => [
    `--${one}`,
    join(dir, `marks.${one}`),
  ])
  run = await grade(...files)
  again = await grade('--json', join(dir, 'again.json'), '--katas', '03,04')
  report = JSON.parse(read('marks.report'))
  page = read('marks.html')
}, 240_000)

afterAll(() => rmSync(dir, { recursive: true, force: true }))

const marksOf = (student: string, kata: string) =>
  report.students
    .find(({ name }) => name === student)
    ?.records.find((record) => record.kata.startsWith(kata))

describe('the marks', () => {
  test('every file has a record, by its path', () => {
    expect(run.code).toBe(0)
    const paths = recordsIn('marks.json').map(({ path }) => path)
    expect(paths).toEqual([...paths].sort())
    expect(paths).toHaveLength(12)
  })

  test.for([
    ['ann', '01', { starred: true, marks: 100, late: null, behavesLike: null }],
    ['ben', '01', { starred: true, marks: 100 }],
    ['ben', '03', { solved: false, marks: 0 }],
    ['cleo', '01', { solved: false, behavesLike: 'recomputes-every-window' }],
    ['cleo', '03', { solved: false, behavesLike: 'keeps-the-boundary-hit' }],
    ['dan', '01', { solved: false, error: expect.stringContaining('window-sum.ts:9') }],
    [EVE, '01', { solved: false, marks: 0 }],
    ['fay', '01', { solved: true, starred: false }],
  ] as const)('%s, %s', ([student, kata, wanted]) => {
    expect(marksOf(student, kata)).toMatchObject(wanted)
  })

  test('who hangs costs nobody else, nor the other kata of the same student', () => {
    expect(marksOf('dan', '03')).toMatchObject({ starred: true, error: null })
  })

  test('the parts of the rubric: a cost that grows loses most of its share, and no other', () => {
    const cleo = marksOf('cleo', '01')
    // 10 of 10 core tests, 1 of 5 about cost, both for the star.
    expect(cleo).toMatchObject({
      core: { passed: 11, failed: 4 },
      cost: { passed: 1, failed: 4 },
      stretch: { passed: 2, failed: 0 },
      marks: 60 + 20 / 5 + 20,
    })
  })

  test('what lies beside has a record that says why, and no marks', () => {
    expect(marksOf('gus', '01')).toMatchObject({
      marks: 0,
      error: 'the implementation of 01-window-sum is named window-sum.ts, got my-sum.ts',
    })
    expect(marksOf('gus', '99')?.error).toContain('is not in this checkout')
  })

  test('a student has the mean of the katas, 0 for one that is missing', () => {
    const named = (name: string) => report.students.find((one) => one.name === name)?.marks
    expect(report.katas).toEqual(['01-window-sum', '03-time-deque'])
    expect(named('ann')).toBe(100)
    expect(named('ben')).toBe(50)
    expect(named('fay')).toBe((marksOf('fay', '01')?.marks ?? 0) / 2)
  })
})

describe('late', () => {
  test('by the commit where there is one, and it is said', () => {
    // Two days begun.
    expect(marksOf('fay', '01')).toMatchObject({
      handedIn: { at: '2026-11-03T06:00:00.000Z', by: 'commit' },
      late: { by: '2 days: 10%/day', before: 80 },
      marks: 64,
    })
  })

  test('by the file’s time where there is none', () => {
    expect(marksOf('dan', '03')).toMatchObject({
      handedIn: { at: '2026-11-01T20:00:00.000Z', by: 'file time' },
      late: { by: '1 day: 10%/day', before: 100 },
      marks: 90,
    })
    expect(marksOf('ann', '03')).toMatchObject({ handedIn: { by: 'file time' }, late: null })
  })
})

describe('again', () => {
  test('the same marks, and all that is said of them', () => {
    const before = recordsIn('marks.json').filter(({ kata }) => kata.startsWith('03'))
    expect(before).toHaveLength(4)
    expect(recordsIn('again.json')).toEqual(before)
  })

  test('katas that were chosen count, though nobody handed them in, and no others', () => {
    expect(again.stdout).toMatch(/^ {2}– 04-monotonic-max +0 {2}nothing there$/m)
    expect(again.stdout).toMatch(/^ann +50 of 100$/m)
    expect(again.stdout).toMatch(/^fay +0 of 100$/m)
    expect(again.stdout).not.toMatch(/01-window-sum|99-unheard-of/)
  })

  test('the report says what gave them', () => {
    expect(report.provenance).toMatchObject({
      seed: 20260715,
      node: process.version,
      vitest: expect.stringMatching(/^4\./),
      fastCheck: expect.stringMatching(/^4\./),
      tests: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect(run.stdout).toContain(`tests ${report.provenance.tests.slice(0, 12)}`)
  })
})

describe('copies', () => {
  const alike = () => report.alike.find(({ kata }) => kata.startsWith('01'))?.pairs ?? []

  test('a renamed copy is found, and what is not one shares less', () => {
    expect(alike()[0]).toMatchObject({ one: 'ann', other: 'ben', share: 100, toTheLetter: false })
    expect(alike().filter(({ one }) => one === 'cleo')).toEqual([])
  })

  test('the report gives no verdict, and is the same in table, page and file', () => {
    expect(run.stdout).toContain('  01-window-sum: 100% ann and ben\n')
    expect(run.stdout).toContain('  03-time-deque: 100% ann and dan, to the letter\n')
    expect(run.stdout).toContain('  No verdict: ')
    expect(page).toContain('<li>01-window-sum: 100% ann and ben</li>')
    expect(page).toContain('<li>01-window-sum: 100% with ben</li>')
    expect(page).toContain('<li>No verdict: ')
  })

  test('each who wrote something is asked two questions, for what the code does', () => {
    const asked = (name: string) => report.students.find((one) => one.name === name)?.viva ?? []
    const counts = report.students.map(({ name, viva }) => [name, viva.length])
    const two = ['ann', 'ben', 'cleo', 'dan', 'fay'].map((name) => [name, 2])
    expect(counts).toEqual(expect.arrayContaining([...two, [EVE, 0], ['gus', 0]]))
    expect(asked('cleo')).toContainEqual({
      id: '03-boundary',
      because: 'it behaves like keeps-the-boundary-hit',
    })
    expect(page).toContain('must name: So windows that follow one another share no hit')
    expect(run.stdout).not.toContain('must name')
  })
})

describe('what is shown', () => {
  test('the table has each student, kata, first failure and mistake, in 80 columns', () => {
    const lines = run.stdout.split('\n')
    expect(lines.filter((line) => line.length > 80)).toEqual([])
    expect(run.stdout).toMatch(/^ann +100 of 100$/m)
    expect(run.stdout).toMatch(/^ {2}✗ 01-window-sum +84 {2}core 11\/15 {2}stretch 2\/2$/m)
    expect(run.stdout).toContain('behaves like: keeps-the-boundary-hit')
    expect(run.stdout).toContain('01-window-sum: 2 days: 10%/day, 80 → 64')
    expect(run.stdout).toContain('12 files, 5 solved')
    expect(run.stderr).toBe('')
  })

  test('the CSV has a line for each student and kata', () => {
    const lines = read('marks.csv').split('\r\n')
    expect(lines).toHaveLength(1 + 7 * 2 + 1)
    expect(lines[0]).toMatch(/^student,kata,marks,solved,starred,/)
    expect(lines).toContainEqual(expect.stringMatching(/^fay,01-window-sum,64,true,false,15,15,/))
    expect(read('marks.csv')).toContain(`"${EVE.replaceAll('"', '""')}",01-window-sum,0,`)
  })

  test('the page is one file: it loads nothing, and runs nothing', () => {
    expect(page).not.toMatch(/<(script|link|img|iframe)|@import|url\(/i)
    expect(page).toContain("default-src 'none'")
    expect(page).toContain('eve &lt;img src=x')
    expect(page).toContain('&lt;script&gt;document.title')
  })

  test('a browser shows it on a phone, and behind each cell its first failure', async ({
    skip,
  }) => {
    const browser = browserHere()
    if (!browser) return skip(NO_BROWSER)
    const seen = await seenIn(browser, page, 390, readFileSync(LOOK, 'utf8'))
    expect(seen).toMatchObject({ width: 390, titles: ['Marks', 'outer'], strangers: 0 })
    expect(seen.pageWidth).toBeLessThanOrEqual(390)
    expect(Math.min(...seen.cells)).toBeGreaterThanOrEqual(44)
    expect(seen.names).toContain(EVE)
    expect(seen.behind).toHaveLength(7 * 2)
    for (const one of seen.behind) {
      expect(one).toMatchObject({ shown: true, wide: false, closed: true })
    }
    const behind = (name: string) =>
      seen.behind
        .map(({ says }: { says: string }) => says)
        .find((one: string) => one.includes(name))
    expect(behind('cleo: Time deque')).toContain('hit(60000)  → 5   expected 4')
    expect(behind(`${EVE}: Window sum`)).toContain("<script>document.title = 'forged'</script>")
  })
})
