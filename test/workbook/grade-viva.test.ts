import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { questionBank } from '../../tools/drill/bank.ts'
import { readCode } from '../../tools/grade/alike/code.ts'
import { pageOf } from '../../tools/grade/html.ts'
import { html } from '../../tools/grade/markup.ts'
import type { GradeRecord } from '../../tools/grade/record.ts'
import { tableOf } from '../../tools/grade/table.ts'
import { type Own, toAsk, vivaFor } from '../../tools/grade/viva.ts'
import { type Kata, katas, root } from '../../tools/judge/catalogue.mjs'
import { recordFor, reportOn } from './grade/reports.ts'

const bank = questionBank()
const SEED = 7
const FAY = join(root, 'test/workbook/fixtures/class/fay/01-window-sum/window-sum.ts')
const LUA_OF_NO_USE = 'if 1 < 2 then local a = { 1, 2 } local b = a[1] + a[2] * 3 end\n'
const TYPESCRIPT_OF_NO_USE = '\nconst a = [1, 2], b = a[0] + a[1] * 3, c = (a[1] - 2) / (b + 4)\n'

/** What the example class's student handed in, and what is said to have come of it. */
function own(student: string, id: string, but: Partial<GradeRecord> = {}, text?: string): Own {
  const kata = katas.find((one) => one.id === id) as Kata
  const path = join(root, 'test/workbook/fixtures/class', student, kata.folder, kata.file)
  const code = readCode(text ?? readFileSync(path, 'utf8'), kata.file)
  if (!code) throw new Error(`${path} cannot be read`)
  return { student, kata, code, record: recordFor(student, kata, but) }
}

const failed = { solved: false, starred: false, marks: 30 }
const asked = (all: readonly Own[], first: readonly string[] = [], seed = SEED) =>
  vivaFor(all[0]?.student ?? 'nobody', all, seed, new Set(first), bank)
const ids = (all: readonly Own[], first: readonly string[] = [], seed = SEED) =>
  asked(all, first, seed).map(({ question }) => question.id)

describe('what is asked', () => {
  test('two questions, of two katas', () => {
    const katasAsked = asked([own('ann', '01'), own('ann', '03')]).map(
      ({ question }) => question.kata?.id,
    )
    expect([...katasAsked].sort()).toEqual(['01', '03'])
  })

  test('of one kata, if there is one: two that differ', () => {
    const [one, other] = ids([own('fay', '01')])
    expect(one).toMatch(/^01-/)
    expect(other).toMatch(/^01-/)
    expect(one).not.toBe(other)
  })

  test('its mistake comes before what its code has, and that before how far it came', () => {
    const mistaken = { ...failed, behavesLike: 'starts-the-best-at-zero' }
    const [first, second] = asked([own('cleo', '01', mistaken)])
    expect(first).toMatchObject({
      question: { id: '01-all-refunds' },
      because: 'it behaves like starts-the-best-at-zero',
    })
    expect(second?.because).toBe('it failed the core')
    const slices =
      'export const maxWindowSum = (xs, k) => { return xs.slice(k).map((x) => x + xs.length * 2) }'
    expect(asked([own('cleo', '01', failed, slices)])[0]).toMatchObject({
      question: { id: '01-cost' },
      because: 'its code has slice',
    })
  })

  test('each of several mistakes has its question', () => {
    const two = { ...failed, behavesLike: 'starts-the-best-at-zero, misses-the-last-window' }
    expect(ids([own('cleo', '01', two)]).sort()).toEqual(['01-all-refunds', '01-index'])
  })

  test('a word in a comment, or that everybody was given, is nothing that its code has', () => {
    const because = (one: Own) => asked([one]).map((question) => question.because)
    const fay = readFileSync(FAY, 'utf8')
    const commented = own('fay', '01', {}, `// slice\n/* reduce prefix */${fay}`)
    expect(because(commented)).toEqual(because(own('fay', '01')))
    expect(because(own('fay', '01', {}, `${fay}const prefix = 1\n`))[0]).toBe('its code has prefix')
    const ofGiven = katas.flatMap((kata) => {
      const stub = readFileSync(join(root, 'katas', kata.folder, kata.file), 'utf8')
      const isLua = kata.file.endsWith('.lua')
      const text = isLua ? `${LUA_OF_NO_USE}${stub}` : `${stub}${TYPESCRIPT_OF_NO_USE}`
      return because(own('x', kata.id, failed, text))
    })
    expect(ofGiven).toHaveLength(2 * katas.length)
    expect(ofGiven.filter((one) => one.startsWith('its code has'))).toEqual([])
  })

  test('how far it came: all, the core, or not', () => {
    const because = (but: Partial<GradeRecord>) => asked([own('fay', '01', but)])[0]?.because
    expect(because({})).toMatch(/^it passed (all tests|the core)$/)
    expect(because({ starred: false })).toBe('it passed the core')
    expect(because(failed)).toBe('it failed the core')
    // NOT RUN: nobody knows.
    expect(because({ ...failed, marks: null })).toBe('it is of this kata')
  })

  test('a kata in which the code is alike comes first', () => {
    const mistaken = { ...failed, behavesLike: 'keeps-the-boundary-hit' }
    const all = [own('cleo', '01', { starred: false }), own('cleo', '03', mistaken)]
    expect(ids(all)[0]).toBe('03-boundary')
    expect(ids(all, ['01-window-sum'])[0]).toMatch(/^01-/)
    expect(ids(all, ['01-window-sum'])[1]).toBe('03-boundary')
  })

  test('nothing of who has written nothing', () => {
    expect(asked([own('eve', '01', failed)])).toEqual([])
    const kata = katas.find(({ id }) => id === '03') as Kata
    const stub = readFileSync(join(root, 'katas', kata.folder, kata.file), 'utf8')
    expect(asked([own('ben', '03', failed, stub)])).toEqual([])
    expect(asked([])).toEqual([])
  })
})

describe('the draw', () => {
  const all = katas.slice(0, 12)
  const answers = (student: string) =>
    all.map(({ id, folder, file }) => {
      const text = readFileSync(join(root, 'solutions', folder, file), 'utf8')
      return own(student, id, {}, text)
    })

  test('the same seed, name and code have the same', () => {
    expect(ids(answers('ann'))).toEqual(ids(answers('ann')))
  })

  test('another name or seed has others', () => {
    const drawnBy = (names: readonly string[], seeds: readonly number[]) =>
      new Set(names.flatMap((name) => seeds.map((seed) => ids(answers(name), [], seed).join())))
    const names = Array.from({ length: 12 }, (_, i) => `s${i}`)
    expect(drawnBy(names, [SEED]).size).toBeGreaterThan(6)
    expect(drawnBy(['ann'], [1, 2, 3, 4, 5, 6]).size).toBeGreaterThan(3)
  })
})

describe('what is shown', () => {
  const section = toAsk(
    asked([own('cleo', '01', { ...failed, behavesLike: 'starts-the-best-at-zero' })]),
  )
  const report = reportOn(['cleo'])
  const [student] = report.students
  const few = { ...student, records: student?.records.slice(0, 1) ?? [], sections: [section] }
  const shown = { ...report, students: [few] } as typeof report

  test('the page has the question, why, and what a good answer must name', () => {
    const page = pageOf(shown)
    expect(page).toContain(
      '01-all-refunds, since it behaves like starts-the-best-at-zero: In a week',
    )
    for (const name of bank.find(({ id }) => id === '01-all-refunds')?.names ?? []) {
      expect(page).toContain(html`must name: ${name}`.text)
    }
  })

  test('the table has their ids', () => {
    const lines = tableOf(shown)
    const at = lines.indexOf('  To ask:')
    expect(lines[at + 1]).toMatch(/^ {4}01-all-refunds, 01-\S+$/)
    expect(lines.join('\n')).not.toContain('must name')
  })

  test('who is asked nothing has no heading', () => {
    expect(toAsk([]).lines).toEqual([])
    const none = { ...few, sections: [{ title: 'Nothing', lines: ['x'], brief: [] }] }
    expect(tableOf({ ...shown, students: [none] } as typeof report).join('\n')).not.toContain(
      'Nothing',
    )
  })
})
