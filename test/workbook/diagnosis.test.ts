import { expect, test } from 'vitest'
import { explainedBy, type Observed } from '../../tools/judge/diagnosis.ts'
import { STOPPED } from '../support/observed.ts'

const RIGHT = { a: '1', b: '1', c: '1', d: '1' }

const told = (
  wrong: Readonly<Record<string, Observed>>,
  differs: Observed,
  right: Observed = RIGHT,
) =>
  explainedBy(
    {
      right,
      wrong: Object.entries(wrong).map(([name, shows]) => ({
        ...{ name, misconception: name, why: name, shows },
      })),
    },
    { ...right, ...differs },
  ).map(({ name }) => name)

test('code that shows all that a wrong answer shows behaves like it', () => {
  expect(told({ edge: { a: '2', b: '3' } }, { a: '2', b: '3' })).toEqual(['edge'])
})

test('code that shows a part of it, or something else there, does not', () => {
  expect(told({ edge: { a: '2', b: '3' } }, { a: '2' })).toEqual([])
  expect(told({ edge: { a: '2', b: '3' } }, { a: '2', b: '4' })).toEqual([])
})

test('a second, unrelated mistake does not silence it', () => {
  expect(told({ edge: { a: '2' } }, { a: '2', c: '7' })).toEqual(['edge'])
})

test('code in which more is wrong than it explains is not told', () => {
  expect(told({ edge: { a: '2' } }, { a: '2', c: '7', d: '7' })).toEqual([])
  const wrong = { edge: { a: '2' }, clock: { b: '3' } }
  expect(told(wrong, { a: '2', b: '3', c: '7', d: '7' })).toEqual(['edge', 'clock'])
})

test('what remains and the wait, wrong or undone, do not silence what is told of who is let in', () => {
  const undone = { 'e · remaining': '0', 'the wait · ms': '0', 'f · wait': '0' }
  expect(told({ edge: { a: '2' } }, { a: '2', ...undone })).toEqual(['edge'])
  expect(told({ late: { 'g · wait': '2' } }, { 'g · wait': '2', c: '7', d: '7' })).toEqual([])
})

test('code that does not come to the end of one topic in four is not told; of fewer, it is', () => {
  const wrong = { edge: { 'a · b': '2' } }
  const right = Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((topic) => [`${topic} · b`, '1']))
  const ended = (...topics: readonly string[]) =>
    told(
      wrong,
      {
        ...{ ...right, 'a · b': '2' },
        ...Object.fromEntries(topics.map((topic) => [topic, STOPPED])),
      },
      right,
    )
  expect(ended('b')).toEqual(['edge'])
  expect(ended('b', 'c')).toEqual([])
})

test('of two that fit, the one that explains all that the other does and more', () => {
  const wrong = { edge: { a: '2' }, clock: { a: '2', b: '3' } }
  expect(told(wrong, { a: '2', b: '3' })).toEqual(['clock'])
  expect(told(wrong, { a: '2' })).toEqual(['edge'])
})

test('two that share a part of what they explain are not told', () => {
  expect(
    told({ one: { a: '2', b: '3' }, two: { b: '3', c: '4' } }, { a: '2', b: '3', c: '4' }),
  ).toEqual([])
})

test('two that explain different things are both told, the one that explains more first', () => {
  const wrong = { one: { a: '2' }, two: { b: '3', c: '4' } }
  expect(told(wrong, { a: '2', b: '3', c: '4' })).toEqual(['two', 'one'])
})

test('right code behaves like none, nor does code that no probe has seen', () => {
  expect(told({ edge: { a: '2' } }, {})).toEqual([])
  expect(explainedBy({ right: RIGHT, wrong: [] }, {})).toEqual([])
})

test('a wrong answer that shows nothing is never told', () => {
  expect(told({ silent: {} }, { a: '2' })).toEqual([])
})

test('what is answered the same whatever comes is no sign of a mistake', () => {
  const wrong = [{ name: 'edge', misconception: '', why: '', shows: { 'a · let in': '2' } }]
  const right = { 'a · let in': '1', 'b · let in': '1', 'c · let in': '1' }
  const told = (...same: readonly (string | undefined)[]) =>
    explainedBy(
      { right, wrong },
      { ...right, 'a · let in': '2' },
      same.map((one) => ({ 'let in': { asked: 4, ...(one !== undefined && { same: one }) } })),
    ).length
  expect(told('no', 'no', 'no')).toBe(0)
  expect([told('no', 'no', 'yes'), told('no', 'no', undefined), told('no', 'no')]).toEqual([
    1, 1, 1,
  ])
})
