import { describe, expect, test } from 'vitest'
import type { Progress } from '../../tools/desk/progress.mjs'
import { NotDone } from '../../tools/desk/store.mjs'
import { katasOf, tracks } from '../../tools/desk/tracks.mjs'
import { questionBank } from '../../tools/drill/bank.ts'
import { plannedMock, sheetOf } from '../../tools/drill/mock.ts'
import { planLines } from '../../tools/drill/plan.ts'
import {
  bringForward,
  dueOf,
  gradeOfAnswer,
  gradeOfKata,
  newOf,
  reviewed,
  triedOf,
} from '../../tools/drill/schedule.ts'
import type { Drill, Marked } from '../../tools/drill/state.ts'
import { askedBy } from '../../tools/drill/words.ts'
import { katas } from '../../tools/judge/catalogue.mjs'

const AGAIN = 1
const HARD = 2
const GOOD = 3
const EASY = 4

const NOW = new Date('2026-12-01T12:00:00Z')
const bank = questionBank()
const firstOf = (id: string | undefined) => bank.find(({ kata }) => kata?.id === id)?.id ?? ''
const empty = (): Drill => ({ version: 1, cards: {}, log: [] })
const marked = (id: string, named: number, of: number, senior = 0): Marked => ({
  ...{ id, when: NOW.toISOString(), answer: '', named, of, senior },
})

/** Reviews a card again and again on the day when it is due; the days between. */
function days(drill: Drill, grade: 1 | 2 | 3 | 4, times: number): number[] {
  let at = NOW
  return Array.from({ length: times }, () => {
    drill.cards.x = reviewed(drill, 'x', grade, at)
    const due = new Date(drill.cards.x.due)
    const gap = (due.getTime() - at.getTime()) / 86_400_000
    at = due
    return gap
  })
}

describe('marks', () => {
  test('less than half of the points: again; not all: hard; all: good; a senior one, too: easy', () => {
    const grades = [0, 1, 2, 3, 4].map((named) => gradeOfAnswer({ named, of: 4, senior: 1 }))
    expect(grades).toEqual([AGAIN, AGAIN, HARD, HARD, EASY])
    expect(gradeOfAnswer({ named: 4, of: 4, senior: 0 })).toBe(GOOD)
  })

  test('a kata: by its tests, its hints and the clock', () => {
    const solved = { solved: true, starred: true, minutes: 12 }
    expect(gradeOfKata({ ...solved, solved: false }, 0, 25)).toBe(AGAIN)
    expect(gradeOfKata(solved, 1, 25)).toBe(HARD)
    expect(gradeOfKata({ ...solved, minutes: 26 }, 0, 25)).toBe(HARD)
    expect(gradeOfKata({ ...solved, starred: false }, 0, 25)).toBe(GOOD)
    expect(gradeOfKata({ ...solved, minutes: 13 }, 0, 25)).toBe(GOOD)
    expect(gradeOfKata(solved, 0, 25)).toBe(EASY)
  })
})

describe('when a card comes back', () => {
  test('later each time that it is known, at once when it is not', () => {
    const known = days(empty(), GOOD, 4)
    expect(known.slice(1).every((gap, i) => gap > (known[i] ?? 0))).toBe(true)
    expect(days(empty(), AGAIN, 3).every((gap) => gap < 1)).toBe(true)
  })

  test('a date that is given later brings forward what is due after it, and no more', () => {
    const drill = empty()
    days(drill, EASY, 4)
    drill.cards.soon = reviewed(drill, 'soon', AGAIN, NOW)
    const soon = drill.cards.soon.due
    drill.until = '2026-12-20'
    bringForward(drill, NOW)
    expect(drill.cards.x?.due).toBe('2026-12-19T00:00:00.000Z')
    expect(drill.cards.soon.due).toBe(soon)
  })

  test('on the day before the interview at the latest, until that day is past', () => {
    const drill = { ...empty(), until: '2026-12-08' }
    drill.cards.x = reviewed(drill, 'x', EASY, NOW)
    expect(drill.cards.x.due).toBe('2026-12-07T00:00:00.000Z')
    const past = { ...drill, until: '2026-11-01' }
    expect(Date.parse(reviewed(past, 'x', EASY, NOW).due)).toBeGreaterThan(NOW.getTime())
  })

  test('what is due comes with the longest due first, and no new one twice', () => {
    const drill = empty()
    const [first, second] = bank.filter(({ kata }) => kata?.id === '01')
    for (const [question, at] of [
      [second, NOW],
      [first, new Date(NOW.getTime() + 60_000)],
    ] as const) {
      drill.cards[question?.id ?? ''] = reviewed(drill, question?.id ?? '', AGAIN, at)
    }
    expect(dueOf(drill, NOW)).toEqual([])
    const later = new Date(NOW.getTime() + 3_600_000)
    expect(dueOf(drill, later)).toEqual([second?.id, first?.id])
    const fresh = newOf(drill, bank, katas).map(({ id }) => id)
    expect(fresh).not.toContain(first?.id)
    expect(fresh[0]).toMatch(/^02-/)
    expect(fresh[1]).toMatch(/^03-/)
    expect(planLines(drill, later).join('\n')).toContain(`now          ${second?.id}, asked once`)
  })
})

test('questions are of katas that were tried, here or from blank; before that, of the first', () => {
  const track = katas.slice(2, 6)
  const ids = (progress: Progress, drill = empty()) =>
    triedOf(track, progress, drill).map(({ id }) => id)
  expect(ids({ version: 1, katas: {} })).toEqual(['03'])
  const when = NOW.toISOString()
  const failed = { run: { solved: false, starred: false, when, hash: '' } }
  const progress: Progress = {
    version: 1,
    katas: {
      'window-sum': failed,
      'monotonic-max': failed,
      'sliding-percentile': { firstSolved: when },
    },
  }
  expect(ids(progress)).toEqual(['04', '05'])
  const drilled = empty()
  drilled.cards['kata:fixed-window'] = reviewed(drilled, 'kata:fixed-window', GOOD, NOW)
  expect(ids({ version: 1, katas: {} }, drilled)).toEqual(['06'])
})

describe('a mock interview', () => {
  const seed = NOW.toISOString()

  test('its kata and its questions are of the track, and none is answered half elsewhere', () => {
    const track = tracks
      .filter(({ name }) => name === 'interview')
      .flatMap((interview) => katasOf(interview))
    const begun = bank.filter(({ id }) => /^0[1-4]-/.test(id)).map(({ id }) => id)
    const drafts = Object.fromEntries(begun.map((id) => [id, { answer: 'half' }]))
    for (let n = 0; n < 50; n++) {
      const { kata, questions } = plannedMock({ ...empty(), drafts }, bank, track, `${seed} ${n}`)
      expect(track.map(({ slug }) => slug)).toContain(kata)
      const ids = questions.slice(0, 4).map((id) => id.slice(0, 2))
      expect(track.map(({ id }) => id)).toEqual(expect.arrayContaining(ids))
      expect(begun.filter((id) => questions.includes(id))).toEqual([])
    }
  })

  test('the same seed plans the same: a kata, four questions of four others, a design question', () => {
    const mock = plannedMock(empty(), bank, katas, seed)
    expect(plannedMock(empty(), bank, katas, seed)).toEqual(mock)
    const kata = katas.find(({ slug }) => slug === mock.kata)
    const ids = mock.questions.map((id) => id.split('-')[0])
    expect(mock.questions[4]).toBe('design-ten-pods')
    expect(new Set([kata?.id, ...ids]).size).toBe(6)
  })

  test('of a short track it asks what there is; without a kata for it there is none', () => {
    const own = katas.filter(({ id }) => ['01', '02'].includes(id))
    const { questions } = plannedMock(empty(), bank, own, seed)
    expect(questions).toEqual([expect.stringMatching(/^0[12]-/), 'design-ten-pods'])
    const withRedis = katas.filter(({ id }) => id === '14')
    expect(() => plannedMock(empty(), bank, withRedis, seed)).toThrow(NotDone)
  })

  test('what was asked is not asked again before the others', () => {
    const first = plannedMock(empty(), bank, katas, seed)
    const drill = { ...empty(), log: first.questions.map((id) => marked(id, 2, 2)) }
    const again = plannedMock(drill, bank, katas, seed)
    expect(again.questions.filter((id) => first.questions.includes(id))).toEqual([])
  })

  test('its sheet names the lessons of what was weak, and of a kata that was not solved', () => {
    const mock = {
      ...plannedMock(empty(), bank, katas, seed),
      ...{ kata: 'time-deque', spentMs: 2_100_000 },
      marked: [
        marked(firstOf('06'), 1, 2),
        marked(firstOf('09'), 3, 3, 1),
        marked(firstOf(undefined), 1, 5),
      ],
      ended: { solved: false, starred: false, minutes: 25, hints: 1 },
    }
    const sheet = sheetOf(mock, bank)
    expect(sheet[0]).toBe('Score sheet, 35:00 of 45:00')
    expect(sheet).toContain(`3 of 3, senior  ${firstOf('09')}`)
    const study = sheet.slice(sheet.indexOf('Study:'))
    expect(study.join('\n')).toMatch(/03-time-deque.*\n.*06-fixed-window.*\n.*docs/)
    expect(study.join('\n')).not.toContain('09-')
  })
})

describe('words', () => {
  test('what each asks for', async () => {
    expect(askedBy([], NOW)).toEqual({ word: 'questions', fresh: 4 })
    expect(askedBy(['new', '0'], NOW)).toEqual({ word: 'questions', fresh: 0 })
    expect(askedBy(['kata', 'katas/03'], NOW)).toMatchObject({
      word: 'kata',
      kata: { id: '03' },
    })
    expect(askedBy(['until', '2026-12-20'], NOW)).toEqual({
      word: 'until',
      date: '2026-12-20',
    })
    expect(askedBy(['until', 'none'], NOW)).toEqual({ word: 'until', date: undefined })
  })

  test.each([
    [['plam'], 'the nearest is  npm run drill plan'],
    [['kata', '99'], 'no kata is named "99"'],
    [['kata', '03', '04'], 'got "04" behind it'],
    [['until', '2026-02-30'], 'got "2026-02-30"'],
    [['until', '2026-12-01'], 'a date to come, got 2026-12-01; today is 2026-12-01'],
    [['until'], 'until takes a date, as in 2026-12-20, or none; got nothing'],
    [['new'], 'new takes how many, as in new 8; got nothing'],
    [['new', 'many'], 'got "many"'],
    [['mock', 'now'], 'got "now" behind it'],
  ])('%j is no such word, and it says why', (words, said) => {
    expect(() => askedBy(words, NOW)).toThrow(said)
  })
})
