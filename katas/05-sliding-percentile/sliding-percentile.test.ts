import { describe, test } from 'vitest'
import { SlidingPercentile } from '#kata/05-sliding-percentile/sliding-percentile.ts'
import { metered, near, rangeError, refuses, replay, type Step } from '#support'

interface Options {
  windowMs: number
  slices: number
  relativeError: number
}

/** Ten slices of 100 ms each, unless it says otherwise. */
const usual: Options = { windowMs: 1000, slices: 10, relativeError: 0.1 }

const shown = ({ windowMs, slices, relativeError }: Options) => {
  const options = `windowMs: ${windowMs}, slices: ${slices}, relativeError: ${relativeError}`
  return `new SlidingPercentile({ ${options} })`
}

const percentiles = (steps: readonly Step[], changed: Partial<Options> = {}) => {
  const options = { ...usual, ...changed }
  // Metered, since a solution may go through all buckets of all slices in each call.
  metered(() => replay(shown(options), () => new SlidingPercentile(options), steps))
}

/** What `record` returns does not matter, as long as it does return. */
const done = { says: 'no error', holds: () => true }
const record = (now: number, value: number): Step => ['record', [now, value], done]
const times = (n: number, now: number, value: number): Step[] =>
  Array.from({ length: n }, () => record(now, value))
const all = (now: number, values: readonly number[]) => values.map((value) => record(now, value))

/** `exact` is what sorting the live samples would give; the answer may be off by the relative error. */
const percentile = (now: number, p: number, exact: number, e = usual.relativeError): Step => [
  'percentile',
  [now, p],
  exact === 0 ? 0 : near(exact, e * (1 + 1e-9) * exact),
]
/** Which sample it is, where they lie further apart than any bucket is wide. */
const rank = (now: number, p: number, exact: number) => percentile(now, p, exact, 0.25)

const upTo = (n: number) => Array.from({ length: n }, (_, i) => i + 1)
/** So far apart that the next one would be wrong by more than any error used here. */
const doublings = (n: number) => upTo(n).map((i) => 2 ** i)

// Counted, so that they end by their steps; the time is for a machine that is busy otherwise.
const counted = { timeout: 10_000 }

describe('which sample it is', counted, () => {
  test('p95 of 1..20 is the 19th smallest', () => {
    percentiles([...all(0, upTo(20)), percentile(0, 0.95, 19, 0.025)], { relativeError: 0.01 })
    percentiles([...all(0, doublings(20)), rank(0, 0.95, 2 ** 19)])
  })

  test('p95 of 1 and 2 is 2, and of a single sample that sample', () => {
    percentiles([...all(0, [1, 2]), rank(0, 0.95, 2)])
    percentiles([...all(0, [1]), rank(0, 0.95, 1), rank(0, 0.01, 1)])
  })

  test('it is the ⌈p·n⌉-th smallest, for every p', () => {
    const ranks = upTo(16).map((r) => rank(0, r / 16, 2 ** r))
    percentiles([...all(0, doublings(16)), ...ranks])
    // p·n is no whole number here: rounded up, never down or to the nearest.
    const above = upTo(9).map((r) => rank(0, r / 10 + 1 / 128, 2 ** (r + 1)))
    percentiles([...all(0, doublings(10)), rank(0, 1 / 128, 2), ...above])
    percentiles([...all(0, doublings(10)), rank(0, 0.5005, 2 ** 6)])
    percentiles([...all(0, [1, 10]), rank(0, 0.5001, 10), rank(0, 0.50004, 10)])
  })

  test('half of an even number of samples: the lower one of the middle two', () => {
    percentiles([...all(0, [10, 20]), rank(0, 0.5, 10)])
    percentiles([...all(0, [1000, 1, 10, 100]), rank(0, 0.5, 10)])
  })

  test('p = 1 is the largest, and a tiny p the smallest', () => {
    percentiles([...all(0, [30, 500, 7]), rank(0, 1, 500), rank(0, 0.001, 7)])
    percentiles([record(0, 100), rank(0, 1e-4, 100), rank(0, 1e-9, 100)])
  })

  test('the order in which samples come does not matter', () => {
    const values = doublings(15)
    for (const order of [
      values,
      values.toReversed(),
      values.map((_, i) => 2 ** (((i * 7) % 15) + 1)),
    ])
      percentiles([...all(0, order), rank(0, 0.5, 2 ** 8), rank(0, 0.9, 2 ** 14)])
  })

  test('equal samples all count', () => {
    const steps = [...times(7, 0, 5), record(0, 500)]
    percentiles([...steps, rank(0, 0.875, 5), rank(0, 0.9, 500)])
  })

  test('small and large ones come in their order as numbers', () => {
    const steps = all(0, [5, 1000, 100, 30])
    percentiles([...steps, rank(0, 0.25, 5), rank(0, 0.5, 30)])
    percentiles([...steps, rank(0, 0.75, 100), rank(0, 1, 1000)])
  })

  test('200,000 equal samples are more than 100,000 others', () => {
    const window = new SlidingPercentile(usual)
    metered(() => {
      for (let i = 0; i < 200_000; i++) window.record(0, 5)
      for (let i = 0; i < 100_000; i++) window.record(0, 500)
      const made = `${shown(usual)}, record(0, 5) 200,000 times, record(0, 500) 100,000 times`
      replay(made, () => window, [rank(0, 0.6, 5), rank(0, 0.7, 500)])
    }, 100_000_000)
  })
})

describe('how near it is', counted, () => {
  const decades = Array.from({ length: 22 }, (_, i) => Number(`1e${i - 9}`))

  test('values below 1 have their own buckets', () => {
    const steps = all(0, [0.3, 0.001, 0.02])
    percentiles([...steps, percentile(0, 0.1, 0.001), percentile(0, 0.5, 0.02)])
    percentiles([...steps, record(0, 40), percentile(0, 0.75, 0.3), percentile(0, 1, 40)])
  })

  test('from 1e-9 to 1e12 each is within relativeError of itself', () => {
    for (const e of [0.05, 0.3]) {
      const asked = decades.map((value, i) => percentile(0, (i + 0.5) / 22, value, e))
      percentiles([...all(0, decades), ...asked], { relativeError: e })
    }
  })

  test('0 is a sample like any other, and answered as exactly 0', () => {
    percentiles([...all(0, [0, 5, 0, 0]), percentile(0, 0.75, 0), percentile(0, 0.76, 5)])
    percentiles([record(0, -0), percentile(0, 1, 0), record(0, 0), percentile(0, 0.5, 0)])
    percentiles([...all(0, [0, 1e-9]), percentile(0, 0.5, 0), percentile(0, 1, 1e-9)])
  })

  // One value at a time, five or more of them in each bucket.
  test.for([0.001, 0.01, 0.1, 0.5, 0.9])(
    'an error of %s holds wherever in its bucket a value lies',
    (e) => {
      const values = upTo(e < 0.01 ? 8 : 40).map((i) => 100 * (1 + e / 3) ** i)
      for (const value of values) {
        percentiles([record(0, value), percentile(0, 0.5, value, e)], { relativeError: e })
      }
    },
  )

  // A few only: whoever goes through all buckets from the lowest on has many here.
  test('an error of 0.0003 holds, too', () => {
    for (const value of [100, 170, 290, 493]) {
      const e = 0.0003
      percentiles([record(0, value), percentile(0, 1, value, e)], { relativeError: e })
    }
  })

  test('values at powers of 3, where an error of 0.5 has its edges', () => {
    const edges = upTo(25).flatMap((i) => [3 ** i, 1 / 3 ** (i % 18)])
    // And right beside them: nearer than 32 bits can tell.
    const values = edges.flatMap((edge) => [edge, edge * (1 - 2 ** -26), edge * (1 + 2 ** -26)])
    for (const value of values) {
      percentiles([record(0, value), percentile(0, 1, value, 0.5)], { relativeError: 0.5 })
    }
  })

  test('many magnitudes at a small error: the lowest stay apart, too', () => {
    const e = 0.01
    const growing = (from: number, ratio: number, n: number) =>
      Array.from({ length: n }, (_, i) => from * ratio ** i)
    const low = growing(1, 1.03, 600)
    percentiles([...all(0, low), percentile(0, 0.001, 1, e)], { relativeError: e })
    // From 1e-9 to 1e12; the 211th of them.
    const wide = growing(1e-9, 10 ** (1 / 200), 4200)
    percentiles([...all(0, wide), percentile(0, 0.0501, wide[210] as number, e)], {
      relativeError: e,
    })
  })
})

// A slice less than there are, so that they are right in a window that is one too short, too.
describe('percentiles do not add up', counted, () => {
  test('two slices whose p95 are 10 and 1000: together it is 10', () => {
    const steps = [...times(100, 0, 10), ...times(90, 100, 10), ...times(10, 100, 1000)]
    percentiles([...steps, percentile(100, 0.95, 10)])
  })

  test('two slices, again as many samples, again 10 and 1000: together it is 1000', () => {
    const steps = [...times(95, 0, 10), ...times(5, 0, 1000), ...times(100, 100, 1000)]
    percentiles([...steps, percentile(100, 0.95, 1000)])
  })

  test('a slice counts as often as it has samples', () => {
    const quiet = upTo(8).map((slice) => record(slice * 100, 1000))
    percentiles([
      ...times(91, 0, 10),
      ...quiet,
      percentile(899, 0.9, 10),
      percentile(899, 0.95, 1000),
    ])
  })

  test('each slice has a share of the answer: one value a slice', () => {
    const steps = upTo(8).map((i) => record(i * 100, 2 ** i))
    for (const r of upTo(16)) {
      percentiles([...steps, percentile(899, r / 16, 2 ** Math.ceil(r / 2))])
    }
  })
})

describe('parameters', counted, () => {
  const refused = (name: keyof Options, value: number) => {
    const options: Options = { ...usual, [name]: value }
    refuses(shown(options), () => new SlidingPercentile(options), name, value)
  }

  test('windowMs / slices must be a whole number of ms above 0', () => {
    for (const value of [1001, 15, 5, 0, -1000, 1000.5, Number.NaN, Number.POSITIVE_INFINITY])
      refused('windowMs', value)
  })

  test('slices must be an integer ≥ 1', () => {
    for (const value of [0, -10, 2.5, Number.NaN, Number.POSITIVE_INFINITY])
      refused('slices', value)
  })

  test('relativeError must be above 0 and below 1', () => {
    for (const value of [0, 1, -0.1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])
      refused('relativeError', value)
  })

  test('p must be above 0, at most 1; a call that threw has seen no time', () => {
    for (const p of [0, -0.5, 1.001, 95, Number.NaN, Number.POSITIVE_INFINITY]) {
      percentiles([
        ['percentile', [5000, p], rangeError('p', p)],
        record(0, 5),
        ['percentile', [5000, p], rangeError('p', p)],
        percentile(10, 0.5, 5),
        record(20, 5),
        percentile(899, 0.5, 5),
      ])
    }
  })

  test('value must be finite and ≥ 0; a call that threw has seen no time', () => {
    for (const value of [-1, -1e-9, Number.NaN, Number.POSITIVE_INFINITY]) {
      percentiles([
        record(0, 5),
        ['record', [5000, value], rangeError('value', value)],
        percentile(10, 1, 5),
        percentile(10, 0.1, 5),
        record(20, 80),
        percentile(899, 1, 80),
      ])
    }
  })

  test('now must be finite; a call that threw has changed nothing', () => {
    for (const now of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
      percentiles([
        ['percentile', [now, 0.5], rangeError('now', now)],
        record(10, 5),
        ['record', [now, 80], rangeError('now', now)],
        ['percentile', [now, 0.5], rangeError('now', now)],
        percentile(20, 1, 5),
        percentile(899, 1, 5),
      ])
    }
  })
})
