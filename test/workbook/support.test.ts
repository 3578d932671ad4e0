import { describe, expect, test } from 'vitest'
import { answers, either, near, rangeError, refuses, replay } from '#support'
import { replaySet, type SortedSetLike } from '../support/sorted-set.ts'
import { counter } from '../support/steps.ts'
import { sum, wrong } from './examples.ts'

describe('answers', () => {
  test('passes a right answer; 0 and -0 are the same', () => {
    answers(sum, [[1, 2]], 3)
    answers(() => -0, [], 0)
    answers(() => [1, { a: 2 }], [], [1, { a: 2 }])
  })

  test('shows the call, the answer and the right one', () => {
    expect(wrong(() => answers(sum, [[1, 2]], 4))).toBe('sum([1, 2])\n  returned  3\n  expected  4')
  })

  test.for([
    [undefined, 0],
    [[1, 2], [1]],
    [[1], [1, 2]],
    [{ a: 1 }, { a: 2 }],
    [Number.NaN, 0],
    [null, undefined],
    ['1', 1],
    [Promise.resolve(1), 1],
  ])('%o is not %o', ([actual, expected]) => {
    expect(wrong(() => answers(() => actual, [], expected))).toContain('expected')
  })

  test('shows what was thrown instead of an answer', () => {
    const fail = () => {
      throw new TypeError('no such thing')
    }
    expect(wrong(() => answers(fail, [], 1))).toContain('threw     TypeError: no such thing')
  })

  test('notices a changed input, and spoils nothing with it', () => {
    const sorts = (xs: number[]) => xs.sort()[0]
    const input = [3, 1, 2]
    expect(wrong(() => answers(sorts, [input], 1))).toContain('changes its input')
    expect(input).toEqual([3, 1, 2])
  })

  test('takes a number near enough, and no other', () => {
    answers(() => 1.001, [], near(1, 0.01))
    expect(wrong(() => answers(() => 1.1, [], near(1, 0.01)))).toContain('give or take')
    expect(wrong(() => answers(() => Number.NaN, [], near(1, 0.01)))).toContain('returned  NaN')
  })

  test('takes one answer or another, and tells the first', () => {
    const both = either({ a: 1 }, { a: 2 })
    answers(() => ({ a: 1 }), [], both)
    answers(() => ({ a: 2 }), [], both)
    expect(wrong(() => answers(() => ({ a: 3 }), [], both))).toContain('expected  { a: 1 }')
  })
})

function throwing(message: string, kind: ErrorConstructor = RangeError): () => unknown {
  return () => {
    throw new kind(message)
  }
}

describe('refuses', () => {
  test('passes a RangeError that names the parameter and shows the value', () => {
    refuses('f(-1)', throwing('k must be positive, got -1'), 'k', -1)
  })

  const cases: [what: string, call: () => unknown, words: string][] = [
    ['no error', () => 7, 'returned  7'],
    ['no name', throwing('must be positive, got -1'), 'threw     RangeError: must be'],
    ['another name', throwing('kilo must be positive, got -1'), 'threw     RangeError: kilo'],
    ['another value', throwing('k must be positive, got -10'), 'threw     RangeError: k must'],
    ['no value', throwing('k must be positive'), 'threw     RangeError: k must be positive'],
    ['another class', throwing('k must be positive, got -1', Error), 'threw     Error: k must'],
  ]
  test.for(cases)('%s is not enough', ([, call, words]) => {
    expect(wrong(() => refuses('f(-1)', call, 'k', -1))).toContain(words)
  })
})

describe('replay', () => {
  class Adder {
    #total = 0
    add(n: number): number {
      if (n < 0) throw new RangeError(`n must be ≥ 0, got ${n}`)
      this.#total += n
      return this.#total
    }
  }
  const adder = (...steps: [number, unknown][]) =>
    replay(
      'new Adder()',
      () => new Adder(),
      steps.map(([n, expected]) => ['add', [n], expected]),
    )

  test('passes a right timeline, errors included', () => {
    adder([1, 1], [-1, rangeError('n', -1)], [2, 3])
  })

  test('shows the calls up to the wrong one', () => {
    expect(wrong(() => adder([1, 1], [2, 4]))).toBe(
      'new Adder()\n  add(1)  → 1\n  add(2)  → 3   expected 4',
    )
  })

  test('shows the last calls of a long timeline only', () => {
    const message = wrong(() =>
      adder(...Array.from({ length: 20 }, (): [number, number] => [0, 0]), [1, 0]),
    )
    expect(message.split('\n')).toHaveLength(7)
    expect(message).toContain('… 16 calls before')
  })

  test('an error that is missing, or not wanted, is wrong', () => {
    expect(wrong(() => adder([1, rangeError('n', 1)]))).toContain('expected RangeError')
    expect(wrong(() => adder([-1, 0]))).toContain('threw RangeError: n must be ≥ 0')
  })

  test('a method that is not there is a wrong answer, not a crash of the test', () => {
    const calls = (object: object) => wrong(() => replay('{}', () => object, [['add', [1], 1]]))
    expect(calls({})).toBe('{}\n  has no method that is called add')
    expect(calls({ add: 7 })).toBe('{}\n  has no method that is called add; add is 7')
    const set = { size: 0, add: () => true } as unknown as SortedSetLike
    expect(wrong(() => replaySet('{}', () => set, [['rank', ['a'], 0]]))).toContain('called rank')
  })

  test('what a guard ends is told with the calls before it, and no longer than it goes on', () => {
    const says: unknown[] = []
    const object = { add: (n: number) => n > 1 && says.push(counter.story?.()) }
    replay('{}', () => object, [
      ['add', [1], false],
      ['add', [2], 1],
    ])
    expect(says).toEqual(['{}\n  add(1)  → false\n  add(2)'])
    expect(counter.story).toBeUndefined()
  })
})
