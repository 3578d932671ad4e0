import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { csvOf } from '../../tools/grade/csv.ts'
import { handedIn } from '../../tools/grade/handed-in.ts'
import { pageOf } from '../../tools/grade/html.ts'
import { html } from '../../tools/grade/markup.ts'
import { optionsFrom } from '../../tools/grade/options.ts'
import { lateMarks, lateUnits, marksFor, rubricFrom } from '../../tools/grade/rubric.ts'
import { tableOf } from '../../tools/grade/table.ts'
import { katas, root, UsageError } from '../../tools/judge/catalogue.mjs'
import { node } from './assign/class-pack.ts'
import { committed, git } from './grade/class.ts'
import { reportOn } from './grade/reports.ts'

let dir: string

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'grade '))
})

afterAll(() => rmSync(dir, { recursive: true, force: true }))

const grade = (...words: readonly string[]) =>
  node(root, ['--import', 'tsx', 'tools/grade.ts', ...words])

describe('the words', () => {
  test('help says what they are', async () => {
    for (const words of [['help'], ['--help'], []]) expect(optionsFrom(words)).toBe(undefined)
    const { code, stdout } = await grade('help')
    expect(stdout).toContain('npm run grade -- DIR')
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([])
    expect(code).toBe(0)
  })

  test.for([
    [['--due', '2026-12-20'], 'DIR is missing'],
    [['no/such/folder'], 'DIR must be a folder, got no/such/folder'],
    [['.', 'katas'], 'one DIR at a time, got . katas'],
    [['.', '--jason', 'x'], 'there is no option --jason; the nearest is  --json'],
    [
      ['.', '--due', 'Monday'],
      '--due must be a time as in 2026-12-20T18:00Z, or a day, got "Monday"',
    ],
    [['.', '--due', '2026-02-30'], 'got "2026-02-30"'],
    [['.', '--due', '2026-02-20T25:00Z'], 'got "2026-02-20T25:00Z"'],
    [['.', '--katas', 'A,tim-deque'], '--katas has no "tim-deque"; the nearest is  time-deque'],
    [['.', '--katas', ' '], '--katas must name katas, as in A,03,interview, got " "'],
    [
      ['.', '--csv', 'no/such/x.csv'],
      '--csv must name a file in a folder that exists, got no/such',
    ],
    [['.', '--csv', '.'], '--csv must name a file in a folder that exists, got .'],
    [['.', '--csv', 'x', '--json', 'x'], 'name the same file, got x'],
    [
      ['.', '--json', 'katas/01-window-sum/window-sum.ts'],
      '--json must not name a submission, got katas/01-window-sum/window-sum.ts',
    ],
  ] as const)('%s: %s', ([words, says]) => {
    expect(() => optionsFrom(words)).toThrow(new UsageError(says).message)
  })

  test('a wrong one is told on stderr, with exit code 2', async () => {
    const { code, stdout, stderr } = await grade(dir)
    expect(stderr).toContain(`DIR has no file laid out as katas/NN-slug/FILE, got ${dir}\n`)
    expect(stderr).toContain('npm run grade -- help')
    expect([code, stdout]).toEqual([2, ''])
  })

  test('a due day ends with the day, a time is that time', () => {
    const due = (text: string) => optionsFrom(['.', '--due', text])?.due?.toISOString()
    expect(due('2026-12-20')).toBe('2026-12-21T00:00:00.000Z')
    expect(due('2026-12-20T18:00Z')).toBe('2026-12-20T18:00:00.000Z')
    expect(due('2026-12-20T18:00+01:00')).toBe('2026-12-20T17:00:00.000Z')
  })

  test('katas are modules, tracks and katas, in their order', () => {
    const ids = (text: string) => optionsFrom(['.', '--katas', text])?.katas?.map(({ id }) => id)
    expect(ids('07,a')).toEqual(['01', '02', '03', '04', '05', '07'])
    expect(ids('interview')).toHaveLength(10)
    expect(optionsFrom(['.'])?.katas).toBe(undefined)
  })
})

describe('the rubric', () => {
  const rubric = { core: 60, cost: 20, stretch: 20, late: { percent: 10, per: 'day' } } as const
  const none = { core: 0, cost: 0, stretch: 0 }
  const all = { core: 12, cost: 4, stretch: 2 }

  test('each part gives its share of the tests', () => {
    expect(marksFor(rubric, all, all, none)).toBe(100)
    expect(marksFor(rubric, { core: 6, cost: 1, stretch: 0 }, all, none)).toBe(35)
  })

  test('what the stub passes is worth nothing, also to one who fails it', () => {
    const free = { core: 2, cost: 0, stretch: 0 }
    expect(marksFor(rubric, free, all, free)).toBe(0)
    expect(marksFor(rubric, none, all, free)).toBe(0)
    expect(marksFor(rubric, { core: 7, cost: 0, stretch: 0 }, all, free)).toBe(30)
  })

  test('a part without tests leaves its marks to the others', () => {
    const few = { core: 10, cost: 0, stretch: 0 }
    expect(marksFor(rubric, { core: 5, cost: 0, stretch: 0 }, few, none)).toBe(50)
  })

  test('each begun day or hour takes its share of the marks, and never more than all', () => {
    const hour = 3_600_000
    expect(lateUnits(rubric.late, 0, 0)).toBe(0)
    expect(lateUnits(rubric.late, 0, 1)).toBe(1)
    expect(lateUnits(rubric.late, 0, 24 * hour)).toBe(1)
    expect(lateUnits({ percent: 1, per: 'hour' }, 0, 24 * hour)).toBe(24)
    expect(lateMarks(rubric.late, 80, 3)).toBe(56)
    expect(lateMarks(rubric.late, 80, 11)).toBe(0)
  })

  test.for([
    [{}, 'rubric.core in katas/tracks.json must be a number from 0 to 100, got undefined'],
    [{ ...rubric, cost: '20' }, 'rubric.cost in katas/tracks.json must be a number'],
    [{ ...rubric, cost: 30 }, 'rubric in katas/tracks.json must add up to 100, got 110'],
    [{ ...rubric, late: '10%' }, 'rubric.late in katas/tracks.json must be a share for each day'],
    [{ ...rubric, late: '101%/day' }, 'got "101%/day"'],
  ] as const)('%j: %s', ([given, says]) => {
    expect(() => rubricFrom(given)).toThrow(new UsageError(says).message)
  })

  test('this checkout has one', () => {
    expect(rubricFrom()).toEqual(rubric)
  })
})

describe('when a file was handed in', () => {
  test('one that was changed after its commit is as old as the change', async () => {
    const folder = committed(join(dir, 'changed'), 'it.ts')
    expect((await handedIn(folder, join(folder, 'it.ts'))).by).toBe('commit')
    writeFileSync(join(folder, 'it.ts'), 'changed\n')
    expect((await handedIn(folder, join(folder, 'it.ts'))).by).toBe('file time')
  })

  test('a checkout further up says nothing of it', async () => {
    const folder = committed(join(dir, 'outer'), 'own/it.ts')
    const own = join(folder, 'own')
    expect((await handedIn(own, join(own, 'it.ts'))).by).toBe('file time')
    // One that is no checkout, and looks like it.
    mkdirSync(join(own, '.git'))
    expect((await handedIn(own, join(own, 'it.ts'))).by).toBe('file time')
  })

  test('a checkout has nothing run', async () => {
    const folder = committed(join(dir, 'hostile'), 'it.ts')
    const canary = join(dir, 'canary')
    const runs = `touch '${canary}'; cat`
    git(folder, 'config', 'remote.origin.url', join(dir, 'changed'))
    const settings = {
      ...{ 'core.pager': runs, 'core.fsmonitor': runs, 'gpg.program': runs, 'diff.external': runs },
      ...{ 'log.showSignature': 'true', 'diff.x.textconv': runs, 'core.sshCommand': runs },
      ...{ 'remote.origin.uploadpack': runs, 'remote.origin.promisor': 'true' },
      ...{ 'protocol.allow': 'always', 'protocol.file.allow': 'always' },
    }
    for (const [name, value] of Object.entries(settings)) git(folder, 'config', name, value)
    writeFileSync(join(folder, '.git/info/attributes'), '* diff=x filter=x\n')
    expect((await handedIn(folder, join(folder, 'it.ts'))).by).toBe('commit')
    // Its objects are gone: a fetch would run what the remote names.
    rmSync(join(folder, '.git/objects'), { recursive: true })
    mkdirSync(join(folder, '.git/objects'))
    expect((await handedIn(folder, join(folder, 'it.ts'))).by).toBe('file time')
    expect(existsSync(canary)).toBe(false)
  })
})

describe('a class that is large', () => {
  const names = Array.from({ length: 40 }, (_, i) => `student-${i + 1}-with-a-name`)
  const lines = tableOf(reportOn(names))

  test('has a line a student, and all katas fit 80 columns', () => {
    expect(lines.filter((line) => line.length > 80)).toEqual([])
    expect(lines[0]).toMatch(/^student +01 02 03 .* 21 +marks$/)
    expect(lines[1]).toMatch(/^student-… {2}★ {2}★ .*★ +100$/)
    expect(lines[42]).toBe('★ all tests  ✓ core  ✗ not  ? NOT RUN  – nothing there')
    expect(lines).toContain(`${40 * katas.length} files, ${40 * katas.length} solved`)
  })
})

describe('what a person named', () => {
  const FORGED = 'eve\n\u001b[2Kann 100 of 100'
  const evil = reportOn([FORGED, '=HYPERLINK("http://example.org")'], {
    ...{ starred: false, behavesLike: '@SUM(1)', marks: null },
    failures: [{ test: '-1+1, "quoted"', level: 'core', message: '</pre><script>' }],
  })

  test('moves no cursor and begins no line of the table', () => {
    const detailed = { ...evil, students: evil.students.slice(0, 1) }
    for (const lines of [tableOf(evil), tableOf(detailed)]) {
      expect(lines.join('\n')).not.toContain('\u001b')
      expect(lines.join('\n')).not.toMatch(/^ann/m)
    }
  })

  test('is no formula of a spreadsheet, and keeps its quotes', () => {
    const csv = csvOf(evil)
    expect(csv).toContain(`"'=HYPERLINK(""http://example.org"")",01-window-sum,`)
    expect(csv).toContain(`,'@SUM(1),"'-1+1, ""quoted""",`)
    expect(csv).toContain(`"eve\n`)
  })

  test('turns nothing around, in any file', () => {
    const turned = reportOn(['rtl\u202etxt', 'esc\u001b[2J'])
    for (const text of [csvOf(turned), pageOf(turned)]) {
      expect(text).toContain('rtl\\x202etxt')
      expect(text).not.toContain('\u001b')
      expect(text).not.toContain('\u202e')
    }
  })

  test('is text on the page', () => {
    expect(pageOf(evil)).not.toContain('<script>')
    expect(html`<a title="${'" onclick="'}">${'<&>'}${"'"}</a>`.text).toBe(
      '<a title="&quot; onclick=&quot;">&lt;&amp;&gt;&#39;</a>',
    )
  })

  test('NOT RUN is no mark', () => {
    expect(csvOf(evil)).not.toMatch(/01-window-sum,0,/)
    expect(tableOf(evil).join('\n')).toContain(`${2 * katas.length} NOT RUN`)
  })
})
