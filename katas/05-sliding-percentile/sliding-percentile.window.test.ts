import { describe, test } from 'vitest'
import { SlidingPercentile } from '#kata/05-sliding-percentile/sliding-percentile.ts'
import { growsWithin, metered, near, replay, type Step } from '#support'

const percentiles = (windowMs: number, slices: number, steps: readonly Step[]) =>
  metered(() =>
    replay(
      `new SlidingPercentile({ windowMs: ${windowMs}, slices: ${slices}, relativeError: 0.1 })`,
      () => new SlidingPercentile({ windowMs, slices, relativeError: 0.1 }),
      steps,
    ),
  )

const done = { says: 'no error', holds: () => true }
const record = (now: number, value: number): Step => ['record', [now, value], done]
/** The values here are a factor of 2 apart and more: which one it is matters, not how near. */
const within = (exact: number) => near(exact, 0.1 * (1 + 1e-9) * exact)
const largest = (now: number, exact: number): Step => ['percentile', [now, 1], within(exact)]
const smallest = (now: number, exact: number): Step => ['percentile', [now, 0.001], within(exact)]
const nothing = (now: number): Step => ['percentile', [now, 0.95], undefined]
const slices = Array.from({ length: 10 }, (_, i) => i)

// Counted, so that they end by their steps; the time is for a machine that is busy otherwise.
const counted = { timeout: 10_000 }

describe('the window', counted, () => {
  test('without a sample there is nothing to answer', () => {
    percentiles(1000, 10, [nothing(0), nothing(50), record(60, 5), largest(60, 5)])
  })

  test('a sample counts in its slice and the nine after it', () => {
    percentiles(1000, 10, [record(0, 5), largest(0, 5), largest(999, 5), nothing(1000)])
    percentiles(1000, 10, [record(99, 5), largest(999, 5), nothing(1000)])
    percentiles(1000, 10, [record(100, 5), largest(1000, 5), largest(1099, 5), nothing(1100)])
  })

  test('slices lie on the clock, wherever the first sample falls', () => {
    percentiles(1000, 10, [record(350, 5), largest(1299, 5), nothing(1300)])
    percentiles(30, 3, [
      record(8, 5),
      record(12, 50),
      largest(29, 50),
      smallest(30, 50),
      nothing(40),
    ])
  })

  test('the window moves on slice by slice', () => {
    const steps = slices.map((i) => record(i * 100, 10 ** (9 - i)))
    const moves = slices.map((i) => largest(900 + i * 100, 10 ** (9 - i)))
    percentiles(1000, 10, [...steps, ...moves, nothing(1900)])
  })

  test('many laps of the ring, a sample a slice: three are always there', () => {
    const steps = Array.from({ length: 60 }, (_, i) => {
      const value = (n: number) => 10 ** ((n * 3) % 10)
      const recent = [0, 1, 2].map((back) => value(Math.max(0, i - back)))
      return [
        record(i * 100 + (i % 7), value(i)),
        largest(i * 100 + 99, Math.max(...recent)),
        smallest(i * 100 + 99, Math.min(...recent)),
      ]
    })
    percentiles(300, 3, steps.flat())
  })

  test('one slice: all goes at once', () => {
    percentiles(1000, 1, [record(0, 5), record(999, 50), smallest(999, 5), nothing(1000)])
    percentiles(1, 1, [record(7, 5), largest(7, 5), record(8, 50), smallest(8, 50), nothing(9)])
  })

  test('times of epoch size and windows of a day work as small ones do', () => {
    const t = 1_760_000_040_000
    percentiles(60_000, 6, [record(t, 5), record(t + 59_999, 50), smallest(t + 59_999, 5)])
    percentiles(60_000, 6, [record(t, 5), record(t + 59_999, 50), smallest(t + 60_000, 50)])
    const day = 86_400_000
    percentiles(day, 24, [record(0, 5), record(1, 50), smallest(day - 1, 5), nothing(day)])
    // 2^31 slices of 1 ms.
    const edge = 2 ** 31
    percentiles(10, 10, [record(edge - 1, 5), largest(edge + 8, 5), nothing(edge + 9)])
    percentiles(10, 10, [record(edge - 1, 5), nothing(edge + 53)])
  })

  test('two windows know nothing of each other', () => {
    const make = (windowMs: number) =>
      new SlidingPercentile({ windowMs, slices: 10, relativeError: 0.1 })
    const [short, long] = [make(10), make(1000)]
    const steps = (name: string, object: object, ...calls: Step[]) =>
      replay(`a window of ${name} ms, beside another`, () => object, calls)
    steps('1000', long, record(0, 5))
    steps('10', short, record(500, 50), smallest(500, 50))
    steps('1000', long, largest(0, 5), largest(999, 5))
    steps('10', short, nothing(510))
  })
})

describe('idle times', counted, () => {
  const full = slices.map((i) => record(i * 100, 1000))

  test('with no new samples the old ones go, until nothing is left to answer', () => {
    percentiles(1000, 10, [...full, largest(1800, 1000), largest(1899, 1000), nothing(1900)])
    percentiles(1000, 10, [record(0, 5), record(450, 50), smallest(1000, 50), nothing(1400)])
  })

  test('a pause shorter than the window leaves what is not yet too old', () => {
    const steps = [...full, record(150, 5), record(900, 5)] // 150 counts as of 900
    percentiles(1000, 10, [...steps, record(1400, 10), largest(1400, 1000), smallest(1400, 5)])
    percentiles(1000, 10, [record(0, 5), record(500, 50), record(1200, 500), smallest(1200, 50)])
  })

  test('after a pause of a whole lap nothing of the lap before is left', () => {
    percentiles(1000, 10, [record(350, 1000), record(1350, 5), largest(1350, 5)])
    percentiles(1000, 10, [...full, record(1950, 5), largest(1950, 5), nothing(2900)])
    percentiles(1000, 10, [...full, nothing(1900), record(1950, 5), largest(1950, 5)])
  })

  test('after a pause of some laps, or a few slices more, neither', () => {
    for (const now of [
      2350, 10_350, 1900, 2000, 2250, 5000, 7777, 50_000, 256_000, 65_536_000, 65_536_900,
    ]) {
      percentiles(1000, 10, [...full, record(now, 5), largest(now, 5), largest(now + 899, 5)])
      percentiles(1000, 10, [...full, nothing(now), nothing(now + 500)])
    }
  })

  test('what was recorded before a pause stays away in the laps after it', () => {
    const after = slices.map((i) => record(2000 + i * 100, 5))
    percentiles(1000, 10, [
      ...full,
      ...after.flatMap((step, i) => [step, largest(2000 + i * 100, 5)]),
    ])
  })
})

describe('the clock', counted, () => {
  test('a late sample counts as of the latest now seen', () => {
    percentiles(1000, 10, [record(5000, 5), record(4200, 50), largest(5000, 50), largest(5999, 50)])
    percentiles(1000, 10, [record(5000, 5), record(0, 50), largest(5999, 50), nothing(6000)])
  })

  test('percentile moves the clock, too', () => {
    percentiles(1000, 10, [nothing(5000), record(0, 5), largest(5999, 5), nothing(6000)])
    percentiles(1000, 10, [
      record(0, 5),
      nothing(1000),
      nothing(500),
      record(10, 50),
      smallest(0, 50),
    ])
  })

  test('asked about the past, it answers as of the latest now seen', () => {
    percentiles(1000, 10, [record(0, 5), record(1500, 50), smallest(100, 50), largest(0, 50)])
  })

  test('asking changes nothing', () => {
    const middle: Step = ['percentile', [250, 0.5], within(80)]
    const lower: Step = ['percentile', [250, 0.3], within(5)]
    const ask = [lower, middle, largest(250, 900)]
    const steps = [record(0, 5), record(100, 80), record(200, 900), ...ask, ...ask, ...ask]
    percentiles(1000, 10, steps)
  })
})

/** The i-th of values that are never the same and spread over all magnitudes from 1e-9 to 1e12. */
const spread = (i: number) => 10 ** (((i * 0.6180339887498949) % 1) * 21 - 9)

describe('memory', { timeout: 20_000 }, () => {
  const sliceMs = 1000
  const make = () =>
    new SlidingPercentile({ windowMs: 4 * sliceMs, slices: 4, relativeError: 0.05 })
  /** Samples from `from` on; in each new slice, a question. */
  const feed = (
    window: SlidingPercentile,
    from: number,
    to: number,
    now: (i: number) => number,
  ) => {
    for (let i = from; i < to; i++) {
      window.record(now(i), spread(i))
      if (now(i) !== now(i - 1)) window.percentile(now(i), 0.95)
    }
  }

  test('80,000 samples in one window are kept in the memory of 20,000', () => {
    // A quarter of the 20,000 in each slice; the others all come in the last one.
    const now = (i: number) => Math.min(3, Math.floor(i / 5000)) * sliceMs
    growsWithin({
      what: '20,000 samples in one window, then 60,000 more',
      make,
      warmUp: (window) => feed(window, 0, 20_000, now),
      work: (window) => feed(window, 20_000, 80_000, now),
      limitBytes: 256 * 1024,
      why: 'a histogram has one count a bucket, however many samples fall into it',
    })
  })

  test('slices that are past leave nothing behind', () => {
    const now = (i: number) => Math.floor(i / 600) * sliceMs
    growsWithin({
      what: '8 slices of 600 samples, then 100 more through a window of 4',
      make,
      warmUp: (window) => feed(window, 0, 4800, now),
      work: (window) => feed(window, 4800, 64_800, now),
      limitBytes: 256 * 1024,
      why: 'only the histograms of the last slices count',
    })
  })
})

// Last, so that nothing that goes wrong here costs a core test.
describe('for a star', counted, () => {
  test('stretch: slices before 0 are as long as the others', () => {
    percentiles(1000, 10, [record(-1, 5), record(0, 50), smallest(899, 5), smallest(900, 50)])
    percentiles(1000, 10, [record(-100, 5), record(-1, 50), smallest(899, 5), nothing(900)])
    percentiles(30, 3, [record(-25, 5), record(-15, 50), record(-5, 500), smallest(-1, 5)])
    percentiles(30, 3, [
      record(-25, 5),
      record(-15, 50),
      smallest(0, 50),
      largest(9, 50),
      nothing(10),
    ])
    percentiles(10, 10, [
      ...slices.map((i) => record(i - 15, 10 ** i)),
      smallest(-1, 1e5),
      nothing(4),
    ])
    percentiles(30, 3, [record(-5, 5), record(15, 50), smallest(15, 5), largest(15, 50)])
  })

  test('stretch: fractional times belong to the slice that they lie in', () => {
    percentiles(3, 3, [record(0.875, 5), largest(2.875, 5), nothing(3)])
  })

  test('stretch: fractional times before 0, too', () => {
    percentiles(3, 3, [record(-0.125, 5), record(0.125, 50), smallest(1.875, 5), smallest(2, 50)])
  })
})
