import { longestRun, longestWithin } from '#kata/02-two-pointers/two-pointers.ts'
import { countingReads, probe, probeCost } from '#support'

const tens = (n: number) => Array.from({ length: n }, () => 10)
/** `x` is an error, `.` is fine. */
const probes = (text: string) => [...text].map((one) => one === '.')
const fine = (n: number) => '.'.repeat(n)

// Elsewhere no sum is exactly maxSum: elements are tens, and what may fit ends in 5.
probe('a sum of exactly maxSum', (see) => {
  see('answer', () => longestWithin([0, 10, 10, 0], 20))
  see('answer', () => longestWithin([0, 0, 20, 0], 20))
  see('answer', () => longestWithin([0, 0, 0, 10, 0, 0, 0], 10))
  see('answer', () => longestWithin([10, 10, 10], 30))
})

probe('one more than fits', (see) => {
  see('answer', () => longestWithin([20, 20], 25))
  see('answer', () => longestWithin(tens(3), 95))
  for (const n of [3, 4, 6]) see('answer', () => longestWithin(tens(n + 3), 10 * n + 5))
})

probe('the longest is not the last', (see) => {
  see('long', () => longestWithin([...tens(10), 90, 90], 105) > 7)
  see('long', () => longestWithin([...tens(12), 100, 10], 125) > 7)
  see('long', () => longestWithin([90, 90, ...tens(10)], 105) > 7)
  see('long', () => longestWithin([90, ...tens(10), 80, 80], 105) > 7)
})

probe('one goes, and the others stay', (see) => {
  for (const n of [3, 4, 6]) {
    see('answer', () => longestWithin([10 * n, ...tens(2 * n)], 20 * n + 5))
  }
})

probe('elements that are too much by themselves', (see) => {
  // Whatever stands for no answer is asked in the next topic.
  for (const xs of [[50], [50, 60], [10, 50], [50, 10], [50, 60, 70]]) {
    see('answer', () => longestWithin(xs, 35) || 0)
  }
})

probe('an empty row', (see) => {
  for (const maxSum of [0, 5, 100]) see('answer', () => longestWithin([], maxSum))
})

probe('elements of more than 32 bits', (see) => {
  for (const large of [3e9, 4e9, 2.2e9]) {
    see('answer', () => longestWithin([...tens(3), large, ...tens(5)], 95))
  }
})

probe('the array afterwards', (see) => {
  for (const xs of [
    [10, 20, 30],
    [10, 10, 10, 10],
    [0, 40],
  ]) {
    longestWithin(xs, 45)
    see('xs', () => xs)
  }
})

probe('calls after one that was refused', (see) => {
  for (const n of [2, 3, 4]) {
    try {
      longestWithin([...tens(6), -10], 95)
    } catch {
      // Whether it is refused is asked below.
    }
    see('answer', () => longestWithin(tens(n), 95))
  }
})

const answered = (xs: readonly number[]) => longestWithin(xs, 35) !== undefined

probe('elements below zero', (see) => {
  for (const xs of [[-10], [10, 10, -10, 10], [-1, 10], [40, -5, 10, 10]]) {
    see('answered', () => answered(xs))
  }
})

probe('elements that are not finite', (see) => {
  for (const bad of [Number.NaN, Number.POSITIVE_INFINITY]) {
    see('answered', () => answered([bad, 10, 10]))
    see('answered', () => answered([10, bad, 10]))
  }
})

probe('elements below zero behind the answer', (see) => {
  for (const xs of [
    [10, 10, 10, 50, -10],
    [10, 10, 50, 50, -10],
    [0, 0, 0, 50, 50, -1],
  ]) {
    see('answered', () => answered(xs))
  }
})

probe('maxSum that cannot be', (see) => {
  for (const maxSum of [-1, Number.NaN, Number.POSITIVE_INFINITY, -0.5]) {
    see('answered', () => longestWithin([10, 10], maxSum) !== undefined)
  }
})

probe('minus zero', (see) => {
  see('answer', () => longestWithin([10, -0, 10], 25))
  see('answer', () => longestWithin([-0, 10], 25))
  see('answer', () => longestWithin([-0, -0, -0], 5))
})

const many = (n: number, x: number) => countingReads(Array.from({ length: n }, () => x)).array

probeCost(
  'the cost of longestWithin',
  64,
  (n) => () => longestWithin(many(n, 10), 45),
  (n) => () => longestWithin(many(n, 10), 5 * n + 5),
  (n) => () => longestWithin(many(n, 10), 20 * n + 5),
)

probe('200,000 elements', (see) => {
  see('long', () => longestWithin(tens(200_000), 45) >= 4)
})

probe('as many errors as are allowed', (see) => {
  see('long', () => longestRun(probes(`${fine(5)}x${fine(5)}`), 1) > 7)
  see('long', () => longestRun(probes(`${fine(4)}x.x${fine(4)}`), 2) > 7)
  see('long', () => longestRun(probes(`${fine(9)}x`), 1) > 7)
  see('long', () => longestRun(probes(`${fine(6)}xxx${fine(6)}`), 3) > 7)
})

probe('fewer errors than are allowed', (see) => {
  see('answer', () => longestRun(probes('.x.'), 3))
  see('answer', () => longestRun(probes('x.x..'), 5))
  see('answer', () => longestRun(probes('xxxx'), 6))
})

/** By how much an answer is too large. */
const surplus = (answer: number, right: number) => Math.max(0, answer - right)

probe('one error more than is allowed', (see) => {
  see('surplus', () => surplus(longestRun(probes('..x.x..'), 1), 4))
  see('surplus', () => surplus(longestRun(probes('..x..'), 1), 5))
  see('surplus', () => surplus(longestRun(probes('...x..x...'), 1), 6))
  see('surplus', () => surplus(longestRun(probes('.xx.'), 1), 2))
  see('surplus', () => surplus(longestRun(probes('.x.x.x.x.x'), 2), 5))
})

probe('the longest run is not the last', (see) => {
  see('long', () => longestRun(probes(`${fine(10)}xx.`), 1) > 7)
  see('long', () => longestRun(probes(`.xx${fine(10)}`), 1) > 7)
  see('long', () => longestRun(probes(`${fine(12)}xxx..`), 2) > 7)
})

probe('the first error of several goes', (see) => {
  for (const n of [9, 12]) {
    see('answer', () => longestRun(probes(`xx${fine(n)}x${fine(n)}`), 2))
    see('answer', () => longestRun(probes(`x${fine(n)}`.repeat(3)), 2))
  }
})

probe('no error is allowed', (see) => {
  for (const [text, right] of [
    ['..x...', 3],
    ['...x..', 3],
    ['.x...x.x', 3],
  ] as const) {
    see('surplus', () => surplus(longestRun(probes(text), 0), right + 1))
  }
})

const errors = (n: number) => Array.from({ length: n }, () => false)

probe('hundreds of errors', (see) => {
  for (const [n, most] of [
    [300, 255],
    [600, 300],
    [300, 200],
  ] as const) {
    see('surplus', () => surplus(longestRun(errors(n), most), most + 1))
  }
})

probe('tens of thousands of errors', (see) => {
  see('long', () => longestRun(errors(70_000), 66_000) > 66_100)
})

const row = (n: number, ok: boolean) => countingReads(Array.from({ length: n }, () => ok)).array

probeCost(
  'the cost of longestRun',
  64,
  (n) => () => longestRun(row(n, true), 3),
  (n) => () => longestRun(row(n, false), 3),
  (n) => () => longestRun(row(n, false), n / 2),
)
