import { describe, test } from 'vitest'
import { windowMax } from '#kata/04-monotonic-max/window-max.ts'
import {
  answers,
  countingReads,
  growsLinearly,
  metered,
  readsAtMost,
  refuses,
  Wrong,
} from '#support'

const row = (n: number, at: (i: number) => number) => Array.from({ length: n }, (_, i) => at(i))

/** Orders of values that a shortcut might serve worse than others. */
const shapes: Record<string, (i: number, n: number) => number> = {
  rising: (i) => i,
  falling: (i, n) => n - i,
  'all equal': () => 7,
  'up and down': (i) => (i * 37) % 11,
  'falling again and again': (i, n) => n - (i % Math.ceil(n / 4)),
  'one large, the others small': (i, n) => (i === n / 4 ? 9 : (-i % 3) - 1),
  shuffled: (i) => (i * 7919) % 1009,
}

describe('windowMax', () => {
  test('eight latencies, three at a time: 300, 300, 300, 95, 500, 500', () => {
    const xs = [120, 80, 300, 90, 95, 40, 500, 60]
    answers(windowMax, [xs, 3], [300, 300, 300, 95, 500, 500])
  })

  test('one that is k places back is out, however large', () => {
    answers(windowMax, [[9, 1, 2], 2], [9, 2])
    answers(windowMax, [[9, 8, 1, 1, 1], 3], [9, 8, 1])
    answers(windowMax, [[5, 4, 3, 2, 1], 2], [5, 4, 3, 2])
  })

  test('one that is k - 1 places back is still in', () => {
    answers(windowMax, [[9, 1], 2], [9])
    answers(windowMax, [[9, 1, 1, 8, 1], 3], [9, 8, 8])
  })

  test('smaller ones that come after a larger one get their turn', () => {
    answers(windowMax, [[9, 5, 7, 3, 1], 3], [9, 7, 7])
    answers(windowMax, [[9, 3, 5, 4, 1, 1], 3], [9, 5, 5, 4])
  })

  test('of equal ones the later stays when the earlier goes', () => {
    answers(windowMax, [[2, 2, 1], 2], [2, 2])
    answers(windowMax, [[5, 1, 5, 1, 1], 3], [5, 5, 5])
    answers(windowMax, [[3, 3, 3], 2], [3, 3])
  })

  test('numbers below 0 have a largest, too', () => {
    answers(windowMax, [[-3, -1, -2, -5], 2], [-1, -1, -2])
    answers(windowMax, [[-1e300, -1e308], 1], [-1e300, -1e308])
  })

  test('a window may be one element, all of them, or all but one', () => {
    answers(windowMax, [[3, 8, 5], 1], [3, 8, 5])
    answers(windowMax, [[3, 8, 5], 3], [8])
    answers(windowMax, [[8, 3, 5], 2], [8, 5])
    answers(windowMax, [[7], 1], [7])
  })

  test('each call looks afresh, also at an array that it has seen', () => {
    const xs = [3, 2, 1]
    windowMax(xs, 3)
    answers(windowMax, [xs, 2], [3, 2])
    xs[2] = 9
    const again = windowMax(xs, 2)
    if (again.join() !== '3,9')
      throw new Wrong(`windowMax of [3, 2, 1], then of it as [3, 2, 9], k = 2: [${again}]`)
  })

  test('an answer stays as it is when the next is asked for', () => {
    const first = windowMax([3, 2, 1], 2)
    windowMax([9], 1)
    if (first.join() !== '3,2')
      throw new Wrong(`windowMax of [3, 2, 1], k = 2, read after windowMax([9], 1): [${first}]`)
  })

  test('k outside 1..xs.length, or no integer, is a RangeError that names k', () => {
    for (const k of [0, -1, 4, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      refuses(`windowMax([1, 2, 3], ${k})`, () => windowMax([1, 2, 3], k), 'k', k)
    }
    refuses('windowMax([], 1)', () => windowMax([], 1), 'k', 1)
    answers(windowMax, [[2, 1], 2], [2]) // as if nothing had been refused
  })
})

// Counted, so that they end by their steps; the time is for a machine that is busy otherwise.
describe('the cost of windowMax', { timeout: 10_000 }, () => {
  const parts: Record<string, (n: number) => number> = {
    1: () => 1,
    'n / 8': (n) => n / 8,
    'n / 2': (n) => n / 2,
    n: (n) => n,
  }

  test.for(Object.entries(shapes))('it is linear when the numbers are %s', ([shape, at]) => {
    for (const [part, k] of Object.entries(parts)) {
      growsLinearly({
        of: (n) => `windowMax of ${n.toLocaleString('en-US')} numbers, ${shape}, k = ${part}`,
        run: (n) => {
          const { array } = countingReads(row(n, (i) => at(i, n)))
          return () => windowMax(array, k(n))
        },
        n: 64,
        needs: (n) => 5 * n,
        why: 'each number comes in once and goes out once, and nothing else may move',
      })
    }
  })

  test('each element is read at most 8 times', () => {
    for (const at of Object.values(shapes)) {
      const xs = row(512, (i) => at(i, 512))
      for (const k of Object.values(parts)) readsAtMost(8, xs, [k(512)], windowMax)
    }
  })

  test('20,000 falling numbers, windows of 10,000', () => {
    const xs = row(20_000, (i) => 20_000 - i)
    metered(() => answers(windowMax, [xs, 10_000], xs.slice(0, 10_001)))
  })

  test('70,000 falling numbers, windows of 2', () => {
    const xs = row(70_000, (i) => -i)
    metered(() => answers(windowMax, [xs, 2], xs.slice(0, -1)))
  })

  test('200,000 rising numbers, all in one window', () => {
    metered(() => answers(windowMax, [row(200_000, (i) => i), 200_000], [199_999]))
  })
})
