import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { questionBank } from '../../tools/drill/bank.ts'
import { katas } from '../../tools/judge/catalogue.mjs'
import { wrongAnswersOf } from '../../tools/verify/wrong-answers.ts'

const bank = questionBank()

describe('the bank of questions', () => {
  test.each(katas.map((kata) => [kata.folder, kata] as const))(
    '%s has three or more',
    (_, kata) => {
      const own = bank.filter((question) => question.kata?.id === kata.id)
      expect(own.length).toBeGreaterThanOrEqual(3)
      const wrong = wrongAnswersOf(kata).map(({ name }) => name)
      const known = (tag: string) =>
        ['starred', 'solved', 'failed'].includes(tag) ||
        /^uses:\w+$/.test(tag) ||
        wrong.includes(tag)
      expect(own.flatMap(({ when }) => when).filter((tag) => !known(tag))).toEqual([])
    },
  )

  test('there are design questions, the ten pods among them', () => {
    const design = bank.filter(({ kata }) => !kata)
    expect(design.length).toBeGreaterThanOrEqual(3)
    expect(design.map(({ question }) => question).join()).toContain('ten pods')
  })
})

describe('a file that is not as it must be is named, with the field', () => {
  const folder = mkdtempSync(join(tmpdir(), 'questions-'))
  const right = {
    ...{ id: '03-a', question: 'Why?', names: ['a', 'b'], senior: [] },
    ...{ wrongTurn: 'no', followUp: 'And?', when: [] },
  }
  const path = join(folder, '03-time-deque.json')
  const loaded = (text: string) => {
    writeFileSync(path, text)
    return () => questionBank(folder)
  }
  afterAll(() => rmSync(folder, { recursive: true }))

  test('a right one is read', () => {
    expect(loaded(JSON.stringify([right]))()).toMatchObject([{ id: '03-a', kata: { id: '03' } }])
  })

  test.each([
    ['names', { ...right, names: 'a' }],
    ['names', { ...right, names: ['a'] }],
    ['wrongTurn', { ...right, wrongTurn: '' }],
    ['id', { ...right, id: '04-a' }],
    ['when', { ...right, when: [7] }],
  ])('%s', (field, question) => {
    expect(loaded(JSON.stringify([question]))).toThrow(field)
    expect(loaded(JSON.stringify([question]))).toThrow('03-time-deque.json, question 1')
  })

  test('two of one id', () => {
    expect(loaded(JSON.stringify([right, right]))).toThrow('two questions have the id 03-a')
  })
})
