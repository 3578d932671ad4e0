import { describe, test } from 'vitest'
import { longestRun, longestWithin } from '#kata/02-two-pointers/two-pointers.ts'
import {
  answers,
  countingReads,
  growsLinearly,
  metered,
  readsAtMost,
  refuses,
  Wrong,
} from '#support'

/** A row of probes from a text: `x` is an error. */
const probes = (text: string) => Array.from(text, (one) => one !== 'x')
/** `n` elements, the i-th as `at` says. */
const row = <T>(n: number, at: (i: number) => T): T[] => {
  const all: T[] = []
  for (let i = 0; i < n; i++) all.push(at(i))
  return all
}

describe('longestWithin', () => {
  test('the longest run that fits is found, wherever it stands', () => {
    answers(longestWithin, [[3, 1, 2, 1, 1, 4], 5], 4)
    answers(longestWithin, [[1, 1, 9, 2, 2], 3], 2)
    answers(longestWithin, [[9, 1, 2, 3], 6], 3)
  })

  test('a sum of exactly maxSum fits', () => {
    answers(longestWithin, [[5], 5], 1)
    answers(longestWithin, [[1, 2, 3], 6], 3)
  })

  test('what is too much does not count: first it shrinks, then it is measured', () => {
    answers(longestWithin, [[2, 2], 2], 1)
    answers(longestWithin, [[1, 1, 3], 3], 2)
  })

  test('several may have to go for one that comes', () => {
    answers(longestWithin, [[1, 1, 1, 3, 1], 4], 3)
    answers(longestWithin, [[1, 2, 3, 10, 4], 10], 3)
  })

  test('those that still fit stay, when others have to go', () => {
    answers(longestWithin, [[2, 1, 1, 1], 3], 3)
  })

  test('the longest counts, not the last', () => {
    answers(longestWithin, [[1, 1, 1, 3, 3], 3], 3)
    answers(longestWithin, [[1, 1, 5], 2], 2)
  })

  test('an element that is too much by itself is in no run, and others are', () => {
    answers(longestWithin, [[5], 3], 0)
    answers(longestWithin, [[5, 6, 7], 4], 0)
    answers(longestWithin, [[5, 1, 1], 3], 2)
    answers(longestWithin, [[1, 5, 1, 1, 5, 1], 3], 2)
  })

  test('zeros cost nothing, and maxSum may be 0', () => {
    answers(longestWithin, [[0, 0, 0], 0], 3)
    answers(longestWithin, [[1, 0, 0, 2, 0], 0], 2)
    answers(longestWithin, [[0, 0, 3, 0], 3], 4)
  })

  test('-0 is a zero, as an element and as maxSum', () => {
    answers(longestWithin, [[1, -0, 1], 2], 3)
    answers(longestWithin, [[1, -0, 0], -0], 2)
  })

  test('an empty row has a longest run of 0', () => {
    answers(longestWithin, [[], 0], 0)
    answers(longestWithin, [[], 7], 0)
  })

  test('sums may be large, and maxSum larger than any', () => {
    answers(longestWithin, [[3_000_000_000, 3_000_000_000, 1], 6_000_000_000], 2)
    answers(longestWithin, [[2 ** 50, 2 ** 50, 1], 2 ** 51], 2)
    answers(longestWithin, [[4, 5, 6], Number.MAX_SAFE_INTEGER], 3)
  })

  test('each call looks afresh, also at an array that it has seen', () => {
    const xs = [1, 2, 3]
    longestWithin(xs, 3)
    answers(longestWithin, [xs, 5], 2)
    xs[2] = 0
    const again = longestWithin(xs, 3)
    if (again !== 3)
      throw new Wrong(`longestWithin of [1, 2, 3], then of it as [1, 2, 0], 3: ${again}`)
  })
})

describe('longestRun', () => {
  test('the longest run with no more errors than allowed is found', () => {
    answers(longestRun, [probes('..x...x..'), 1], 6)
    answers(longestRun, [probes('xx....'), 1], 5)
    answers(longestRun, [probes('....xx'), 1], 5)
    answers(longestRun, [probes('.x.x.x.x.'), 3], 7)
  })

  test('the longest run counts, not the last', () => {
    answers(longestRun, [probes('....xxx.'), 1], 5)
  })

  test('without an allowance an error ends the run', () => {
    answers(longestRun, [probes('..x...x.'), 0], 3)
    answers(longestRun, [probes('xxx'), 0], 0)
    answers(longestRun, [probes('...'), 0], 3)
  })

  test('errors count, too: they are part of the run', () => {
    answers(longestRun, [probes('xxx'), 2], 2)
    answers(longestRun, [probes('x'), 1], 1)
  })

  test('the first error of the run goes, not the last', () => {
    answers(longestRun, [probes('xxx.'), 2], 3)
    answers(longestRun, [probes('x..x.x..'), 2], 7)
  })

  test('an empty row has a run of 0; maxErrors may be larger than the row', () => {
    answers(longestRun, [[], 0], 0)
    answers(longestRun, [[], 5], 0)
    answers(longestRun, [probes('x.x'), 3], 3)
    answers(longestRun, [probes('x.x'), Number.MAX_SAFE_INTEGER], 3)
  })
})

describe('errors', () => {
  const faults = [-1, -0.5, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  const refusesElement = (xs: readonly number[], maxSum: number, at: number) => {
    const shown = `longestWithin([${xs.join(', ')}], ${maxSum})`
    refuses(shown, () => longestWithin(xs, maxSum), `xs[${at}]`, xs[at])
  }

  test('an element below 0 or not finite is a RangeError that names it', () => {
    for (const bad of faults) {
      refusesElement([bad], 5, 0)
      refusesElement([1, 2, 3, bad, 1], 5, 3)
      refusesElement([...row(11, () => 1), bad], 5, 11)
    }
  })

  test('it is refused also where the answer is decided already', () => {
    for (const bad of faults) {
      refusesElement([1, 1, 1, bad], 9, 3) // the last one
      refusesElement([1, 1, 1, 1, 9, bad], 4, 5) // no longer run can follow
      refusesElement([9, 9, bad, 9], 1, 2) // nothing fits before it
      refusesElement([bad, 1, 1, 1], Number.MAX_SAFE_INTEGER, 0)
    }
  })

  test('maxSum below 0 or not finite is a RangeError that names it', () => {
    for (const maxSum of faults) {
      refuses(`longestWithin([1], ${maxSum})`, () => longestWithin([1], maxSum), 'maxSum', maxSum)
      refuses(`longestWithin([], ${maxSum})`, () => longestWithin([], maxSum), 'maxSum', maxSum)
    }
  })

  test('maxErrors below 0 or no integer is a RangeError that names it', () => {
    for (const most of [...faults, 1.5]) {
      refuses(`longestRun([true], ${most})`, () => longestRun([true], most), 'maxErrors', most)
      refuses(`longestRun([], ${most})`, () => longestRun([], most), 'maxErrors', most)
    }
  })

  test('a refusal leaves nothing behind: the next call begins afresh', () => {
    refusesElement([1, 1, -1], 5, 2)
    answers(longestWithin, [[9], 5], 0)
    refusesElement([1, 1, -1], 5, 2)
    answers(longestWithin, [[4], 5], 1)
    refuses('longestRun([true], -1)', () => longestRun([true], -1), 'maxErrors', -1)
    answers(longestRun, [[false], 0], 0)
  })
})

// Counted, so that they end by their steps; the time is for a machine that is busy otherwise.
describe('cost', { timeout: 10_000 }, () => {
  /** Rows of n numbers, each with what may fit. */
  const sums: Record<string, (n: number) => [xs: number[], maxSum: number]> = {
    'ones, half of which fit': (n) => [row(n, () => 1), n / 2],
    'ones, all of which fit': (n) => [row(n, () => 1), n],
    'ones, none of which fits': (n) => [row(n, () => 1), 0],
    'zeros, then ones': (n) => [row(n, (i) => (i < n / 2 ? 0 : 1)), 3],
    'zeros with a large one in the middle': (n) => [row(n, (i) => (i === n / 2 ? 9 : 0)), 5],
    'zeros with a large one now and then': (n) => [row(n, (i) => (i % 32 === 31 ? 9 : 0)), 5],
    'falling numbers': (n) => [row(n, (i) => n - i), (n * n) / 4],
    'rising numbers': (n) => [row(n, (i) => i), (n * n) / 4],
    'numbers up and down': (n) => [row(n, (i) => (i * 37) % 11), 2 * n],
  }

  /** Rows of n probes, each with the errors that are allowed. */
  const runs: Record<string, (n: number) => [ok: boolean[], maxErrors: number]> = {
    'errors, half of which are allowed': (n) => [row(n, () => false), n / 2],
    'errors, all of which are allowed': (n) => [row(n, () => false), n],
    'errors, none of which is allowed': (n) => [row(n, () => false), 0],
    'probes without an error': (n) => [row(n, () => true), 0],
    'probes with an error in the middle': (n) => [row(n, (i) => i !== n / 2), 0],
    'probes with two errors far apart': (n) => [row(n, (i) => i % (n / 2) !== n / 4), 1],
    'fine ones, then errors': (n) => [row(n, (i) => i < n / 2), 1],
    'every other an error': (n) => [row(n, (i) => i % 2 === 0), n / 8],
  }

  const why = 'each pointer only moves forward, so an element comes in once and goes out once'
  const grows = <T>(
    fn: (items: readonly T[], most: number) => number,
    name: string,
    shape: string,
    make: (n: number) => [T[], number],
  ) =>
    growsLinearly({
      of: (n) => `${name} of ${n.toLocaleString('en-US')} ${shape}`,
      run: (n) => {
        const [items, most] = make(n)
        const { array } = countingReads(items)
        return () => fn(array, most)
      },
      n: 64,
      needs: (n) => 4 * n,
      why,
    })

  test('longestWithin is linear, whatever the numbers are', () => {
    for (const [shape, make] of Object.entries(sums)) {
      grows(longestWithin, 'longestWithin', shape, make)
    }
  })

  test('longestRun is linear, whatever the probes are', () => {
    for (const [shape, make] of Object.entries(runs)) grows(longestRun, 'longestRun', shape, make)
  })

  test('each element is read at most 8 times', () => {
    for (const make of Object.values(sums)) {
      const [xs, maxSum] = make(512)
      readsAtMost(8, xs, [maxSum], longestWithin)
    }
    for (const make of Object.values(runs)) {
      const [ok, maxErrors] = make(512)
      readsAtMost(8, ok, [maxErrors], longestRun)
    }
  })

  test('20,000 elements, and the longest run at the very end', () => {
    const late = row(20_000, (i) => (i < 19_000 ? 7 : 1))
    metered(() => answers(longestWithin, [late, 7000], 1857))
    const last = row(20_000, (i) => i % 50 !== 0 || i > 19_000)
    metered(() => answers(longestRun, [last, 2], 1099))
  })

  test('200,000 elements are no more trouble than a few', () => {
    const ones = row(200_000, () => 1)
    metered(() => answers(longestWithin, [ones, 5], 5))
    const everyOther = row(200_000, (i) => i % 2 === 0)
    metered(() => answers(longestRun, [everyOther, 3], 7))
  })

  test('hundreds of errors count one by one, and 66,000 do', () => {
    answers(longestRun, [row(300, () => false), 255], 255)
    metered(() => answers(longestRun, [row(70_000, () => false), 66_000], 66_000))
  })
})
