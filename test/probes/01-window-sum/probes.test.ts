import { maxWindowSum } from '#kata/01-window-sum/window-sum.ts'
import { countingReads, growth, probe } from '#support'

/** `n` elements, all of them `x` but for those that are named by their index. */
const row = (n: number, x: number, others: Readonly<Record<number, number>> = {}) =>
  Array.from({ length: n }, (_, i) => others[i] ?? x)

/*
 * Most topics ask only on which side of a bound the answer lies, and choose the bound so that the other
 * mistakes (an average for the sum, another neighbour taken off) do not come between.
 */

// k = 1: the average is the sum, and no window is less than full.
probe('the first window is the best', (see) => {
  for (const others of [
    [1, 2],
    [5, 3, 5, 4],
    [7, 1, 1, 1, 1],
    [1, 2, 3, 2],
  ]) {
    see('answer', () => maxWindowSum([8, ...others], 1))
  }
})

probe('the last window is the best', (see) => {
  for (const [n, k] of [
    [6, 2],
    [4, 2],
    [6, 3],
    [12, 3],
  ] as const) {
    see('large', () => maxWindowSum(row(n, 1, { [n - 1]: 1000 }), k) > 100)
    see('large', () => maxWindowSum(row(n, 1, { [n - 2]: 1000 }), k) > 100)
  }
})

probe('all are below zero', (see) => {
  for (const [n, k] of [
    [5, 2],
    [6, 2],
    [6, 3],
    [8, 4],
  ] as const) {
    see('side', () => Math.sign(maxWindowSum(row(n, -5, { [n - 2]: -1 }), k)))
  }
})

probe('one comes in, one goes out', (see) => {
  for (const middle of [[5], [3, 9, 4], [2, 7], [6, 5]]) {
    see('answer', () => maxWindowSum([1, ...middle, 0], 1))
  }
  for (const n of [4, 6, 8]) {
    see('large', () => maxWindowSum(row(n, 0, { 0: 10, [n - 1]: 1 }), 2) > 10)
    see('large', () => maxWindowSum(row(n, 1, { [n - 3]: 1000 }), 2) > 100)
  }
})

probe('the first elements are large, and the window is not full', (see) => {
  for (const [n, k] of [
    [6, 3],
    [6, 2],
    [8, 4],
    [9, 3],
  ] as const) {
    see('large', () => maxWindowSum(row(n, -1000, { 0: 500 }), k) > 100)
    see('large', () => maxWindowSum(row(n, 1, { [k]: 500 }), k) > 100)
  }
})

probe('the best lies across two blocks', (see) => {
  const [bad, good] = [-1000, 600]
  for (const xs of [
    [bad, good, good, bad],
    [good, bad, good, good, bad, bad],
    [bad, bad, bad, good, good, bad],
    [bad, bad, good, good, bad, bad],
  ]) {
    see('positive', () => maxWindowSum(xs, 2) > 0)
  }
})

probe('a large one between negative ones', (see) => {
  see('large', () => maxWindowSum([-100, 300, -100, -100], 2) > 250)
  see('large', () => maxWindowSum([-100, -100, 500, -100, -100, -100], 3) > 400)
  see('large', () => maxWindowSum([-100, -100, 300, -100, -100, -100], 2) > 250)
  see('large', () => maxWindowSum([-100, 300, 300, -100, -100, -100], 2) > 250)
})

probe('all are equal', (see) => {
  for (const [n, k] of [
    [4, 2],
    [6, 3],
    [8, 2],
    [8, 4],
    [10, 5],
  ] as const) {
    see('answer', () => maxWindowSum(row(n, 12), k))
  }
})

probe('k that cannot be', (see) => {
  for (const k of [0, -1, 4, 1.5, Number.NaN]) {
    see('answered', () => maxWindowSum([1, 2, 3], k) !== undefined)
  }
})

probe('the array afterwards', (see) => {
  for (const [xs, k] of [
    [[1, 2, 3, 4], 2],
    [[5, 5, 5], 1],
    [[2, 4, 8, 16, 32], 3],
  ] as const) {
    maxWindowSum(xs, k)
    see('xs', () => xs)
  }
})

probe('cost', (see) => {
  const ones = (n: number) => countingReads(row(n, 1))
  for (const part of [2, 4, 16]) {
    see('growth', () => growth(64, (n) => () => maxWindowSum(ones(n).array, n / part)))
  }
  see('growth', () => growth(64, (n) => () => maxWindowSum(ones(n).array, 8)))
  // A queue whose shift moves all of it is slow, too, but reads each element only once or twice.
  see('growth', () => {
    const { array, reads } = ones(512)
    maxWindowSum(array, 256)
    return reads() > 8 * 512 ? 'read again and again' : 'read a few times'
  })
})
