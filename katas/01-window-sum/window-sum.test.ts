import { describe, test } from 'vitest'
import { maxWindowSum } from '#kata/01-window-sum/window-sum.ts'
import {
  answers,
  costIndependentOf,
  countingReads,
  growsLinearly,
  metered,
  readsAtMost,
  refuses,
  Wrong,
} from '#support'

/** The seed's orders: 100,000 whole numbers from 1 to 1000 in a shuffled order. */
const orders = Array.from({ length: 100_000 }, (_, i) => ((i * 7919) % 1000) + 1)

describe('answers', () => {
  test('the largest of several windows is found', () => {
    answers(maxWindowSum, [[1, 5, 2, 4, 3], 2], 7)
    answers(maxWindowSum, [[4, 2, 1, 7, 8, 1, 2, 8, 1, 0], 3], 16)
    answers(maxWindowSum, [[9, 1, 1, 1], 2], 10)
  })

  test('the last window counts, too', () => {
    answers(maxWindowSum, [[1, 2, 3], 2], 5)
    answers(maxWindowSum, [[0, 0, 0, 9], 1], 9)
  })

  test('negative sums are sums: the best may be below 0', () => {
    answers(maxWindowSum, [[-3, -1, -2], 1], -1)
    answers(maxWindowSum, [[-5, -2, -3, -4], 2], -5)
  })

  test('a window that is not yet full is no window', () => {
    answers(maxWindowSum, [[0, -1], 2], -1)
    answers(maxWindowSum, [[5, -10, 1], 3], -4)
  })

  test('what leaves the window is the element k places back', () => {
    answers(maxWindowSum, [[10, 0, 0, 1], 2], 10)
    answers(maxWindowSum, [[1, 100, 1, 1, 100, 2], 3], 103)
  })

  test('each call looks afresh, also at an array that it has seen', () => {
    const xs = [1, 2, 3]
    maxWindowSum(xs, 1)
    answers(maxWindowSum, [xs, 2], 5)
    xs[0] = 9
    const again = maxWindowSum(xs, 1)
    if (again !== 9)
      throw new Wrong(`maxWindowSum of [1, 2, 3], then of it as [9, 2, 3], k = 1: ${again}`)
  })

  test('a window may be one element or all of them', () => {
    answers(maxWindowSum, [[3, 8, 5], 1], 8)
    answers(maxWindowSum, [[3, 8, 5], 3], 16)
    answers(maxWindowSum, [[7], 1], 7)
  })
})

describe('errors', () => {
  test('k outside 1..xs.length, or no integer, is a RangeError that names k', () => {
    for (const k of [0, -1, 4, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      refuses(`maxWindowSum([1, 2, 3], ${k})`, () => maxWindowSum([1, 2, 3], k), 'k', k)
    }
    refuses('maxWindowSum([], 1)', () => maxWindowSum([], 1), 'k', 1)
  })
})

// Counted, so that it ends by its steps; the time is for a machine that is busy otherwise.
describe('cost', { timeout: 10_000 }, () => {
  const counted = (xs: readonly number[], k: number) => {
    const { array } = countingReads(xs)
    return () => maxWindowSum(array, k)
  }

  /** Shapes of input that a shortcut might serve worse than others. */
  const shapes = (n: number): Record<string, readonly number[]> => ({
    numbers: orders.slice(0, n),
    'falling numbers': Array.from({ length: n }, (_, i) => n - i),
    'rising negative numbers': Array.from({ length: n }, (_, i) => i - n),
    'numbers of either sign, zeros too': Array.from({ length: n }, (_, i) => ((i * 37) % 5) - 2),
  })

  test('the cost is linear in the number of elements, whatever they are', () => {
    for (const shape of Object.keys(shapes(0))) {
      for (const part of [2, 4, 16]) {
        growsLinearly({
          of: (n) => `maxWindowSum of ${n.toLocaleString('en-US')} ${shape}, k = ${n / part}`,
          run: (n) => counted(shapes(n)[shape] ?? [], n / part),
          n: 128,
          needs: (n) => 2 * n,
          why: 'neighbouring windows share all but two elements',
        })
      }
    }
  })

  test('the cost does not depend on k', () => {
    costIndependentOf(
      'k',
      [4, 64],
      (k) => ({
        shown: `maxWindowSum of 2,000 numbers, k = ${k}`,
        run: counted(orders.slice(0, 2000), k),
      }),
      'neighbouring windows share all but two elements',
    )
  })

  test('each element is read at most 8 times', () => {
    readsAtMost(8, orders.slice(0, 2000), [100], maxWindowSum)
  })

  test('100,000 orders, windows of 1,000: 500500', () => {
    metered(() => answers(maxWindowSum, [orders, 1000], 500_500))
  })

  test('a long row may have its best window at its very end', () => {
    metered(() => answers(maxWindowSum, [[...orders.slice(0, 70_000), 5000], 1], 5000))
  })
})

// Last, so that nothing that goes wrong here costs a core test.
describe('floating point', () => {
  test('stretch: a number that has left takes its rounding error along', () => {
    answers(maxWindowSum, [[-1e16, 1, 1], 1], 1)
    answers(maxWindowSum, [[-1e16, 1, 1, 1], 2], 2)
    answers(maxWindowSum, [[-2.06, -0.888889, 0, 0, 0, 0], 2], 0)
    answers(maxWindowSum, [[1e16, 1e16, -1e32, 0, 0, 1], 3], 1)
    answers(maxWindowSum, [[-1e308, 1e308], 1], 1e308)
  })
})
