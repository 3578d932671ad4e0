import { describe, test } from 'vitest'
import { PeakWindow } from '#kata/04-monotonic-max/window-max.ts'
import {
  growsLinearly,
  keepsWithin,
  metered,
  rangeError,
  refuses,
  replay,
  type Step,
  Wrong,
} from '#support'

const peaks = (windowMs: number, steps: readonly Step[]) =>
  replay(`new PeakWindow(${windowMs})`, () => new PeakWindow(windowMs), steps)

/** What `record` returns does not matter, as long as it does return. */
const done = { says: 'no error', holds: () => true }
const record = (now: number, value: number): Step => ['record', [now, value], done]
const peak = (now: number, expected: unknown): Step => ['peak', [now], expected]

describe('PeakWindow', () => {
  test('the largest of the window, until it is out', () => {
    peaks(1000, [
      record(0, 300),
      peak(0, 300),
      record(400, 90),
      record(600, 95),
      peak(999, 300),
      peak(1000, 95), // 300 is exactly windowMs old: out
      record(1200, 500),
      peak(1200, 500),
      peak(2199, 500),
      peak(2200, undefined),
    ])
  })

  test('a sample exactly windowMs old is already out', () => {
    peaks(1000, [record(0, 5), peak(999, 5), peak(1000, undefined)])
    peaks(1, [record(7, 5), peak(7, 5), record(8, 4), peak(8, 4)])
  })

  test('without a sample in the window the peak is undefined', () => {
    peaks(1000, [peak(0, undefined), record(10, 1), peak(10, 1), peak(5000, undefined)])
    peaks(1000, [record(0, 1), record(999, 0), peak(1500, 0), peak(1999, undefined)])
  })

  test('smaller samples that come after the largest get their turn', () => {
    peaks(100, [
      record(0, 9),
      record(10, 7),
      record(20, 8),
      record(30, 3),
      peak(99, 9),
      peak(100, 8),
      peak(119, 8),
      peak(120, 3),
      peak(130, undefined),
    ])
  })

  test('of equal samples the later one counts when the earlier is out', () => {
    peaks(1000, [record(0, 5), record(500, 5), peak(1000, 5), peak(1499, 5), peak(1500, undefined)])
    peaks(1000, [record(0, 5), record(1, 1), record(2, 5), peak(1001, 5), peak(1002, undefined)])
  })

  test('samples at the same instant all count', () => {
    peaks(1000, [record(5, 1), record(5, 9), record(5, 4), peak(5, 9), peak(1004, 9)])
    peaks(1000, [record(5, 9), record(5, 4), peak(1004, 9), peak(1005, undefined)])
  })

  test('values may be 0, below 0, or any other finite number', () => {
    peaks(1000, [record(0, 0), peak(0, 0), record(1, -1), peak(1, 0), peak(1000, -1)])
    peaks(1000, [record(0, -5), record(1, -3), record(2, -1e308), peak(2, -3), peak(1001, -1e308)])
    peaks(1000, [record(0, 0.5), record(0, 0.25), peak(0, 0.5), record(1, 1e308), peak(1, 1e308)])
  })

  test('asking changes nothing', () => {
    peaks(1000, [record(0, 5), peak(10, 5), peak(10, 5), peak(10, 5), record(20, 4), peak(20, 5)])
  })

  test('after a long silence only what comes then counts', () => {
    peaks(100, [record(0, 9), record(1, 8), peak(1_000_000, undefined)])
    peaks(100, [record(0, 9), record(1, 8), record(2, 7), record(9999, 1), peak(9999, 1)])
    peaks(100, [record(0, 9), peak(Number.MAX_SAFE_INTEGER, undefined)])
    peaks(100, [
      record(0, 9),
      record(Number.MAX_SAFE_INTEGER - 50, 3),
      record(Number.MAX_SAFE_INTEGER, 2),
      peak(Number.MAX_SAFE_INTEGER, 3),
    ])
  })

  test('times of epoch size and windows of a year work as small ones do', () => {
    const t = 1_760_000_000_000
    const year = 365 * 24 * 60 * 60 * 1000
    peaks(60_000, [record(t, 9), record(t + 1, 2), peak(t + 59_999, 9), peak(t + 60_000, 2)])
    peaks(year, [record(0, 9), record(1, 2), peak(year - 1, 9), peak(year, 2), record(2 * year, 1)])
  })

  test('two windows know nothing of each other', () => {
    const [short, long] = [new PeakWindow(10), new PeakWindow(1000)]
    replay('new PeakWindow(1000), beside one of 10', () => long, [record(0, 3)])
    replay('new PeakWindow(10), beside one of 1000', () => short, [record(500, 7), peak(500, 7)])
    replay('new PeakWindow(1000), beside one of 10', () => long, [peak(0, 3), peak(999, 3)])
    replay('new PeakWindow(10), beside one of 1000', () => short, [peak(510, undefined)])
  })
})

describe('the clock', () => {
  test('a late sample counts as of the latest now seen', () => {
    peaks(100, [
      record(1000, 1),
      record(900, 5), // counts as of 1000
      peak(1000, 5),
      peak(1099, 5),
      peak(1100, undefined),
    ])
    peaks(100, [
      record(1000, 5),
      record(0, 3),
      record(500, 2),
      peak(1099, 5),
      peak(1100, undefined),
    ])
  })

  test('peak moves the clock, too', () => {
    peaks(1000, [peak(1000, undefined), record(0, 5), peak(1500, 5), peak(2000, undefined)])
    peaks(100, [record(0, 9), peak(100, undefined), peak(50, undefined), record(10, 1), peak(0, 1)])
  })

  test('now must be finite; a call that threw has changed nothing', () => {
    for (const now of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
      peaks(100, [
        record(10, 1),
        ['record', [now, 9], rangeError('now', now)],
        ['peak', [now], rangeError('now', now)],
        peak(20, 1),
        record(20, 0),
        peak(110, 0),
      ])
    }
  })

  test('value must be finite; a call that threw has seen no time', () => {
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
      peaks(100, [
        record(10, 1),
        ['record', [1000, value], rangeError('value', value)],
        peak(50, 1),
        record(60, 0),
        peak(109, 1),
        peak(110, 0),
      ])
    }
  })

  test('windowMs must be positive and finite', () => {
    for (const windowMs of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
      const made = `new PeakWindow(${windowMs})`
      refuses(made, () => new PeakWindow(windowMs), 'windowMs', windowMs)
    }
  })
})

/** The i-th of n values, in orders that a shortcut might serve worse than others. */
const values: Record<string, (i: number, n: number) => number> = {
  rising: (i) => i,
  falling: (i, n) => n - i,
  equal: () => 7,
  'up and down': (i) => (i * 37) % 11,
  shuffled: (i) => (i * 7919) % 1009,
}

// Counted, so that they end by their steps; the time is for a machine that is busy otherwise.
describe('long runs', { timeout: 10_000 }, () => {
  test.for(['falling', 'up and down'])('10,000 calls, values %s', (order) => {
    const at = values[order] as (i: number, n: number) => number
    const recent: number[] = []
    const steps: Step[] = []
    for (let now = 0; now < 10_000; now += 2) {
      const value = at(now, 10_000)
      recent.push(value)
      if (recent.length > 5) recent.shift()
      steps.push(record(now, value), peak(now + 1, Math.max(...recent)))
    }
    metered(() => peaks(10, steps), 5_000_000)
  })

  test('20,000 samples inside one window all count, one after the other', () => {
    metered(() => {
      const window = new PeakWindow(20_000)
      for (let now = 0; now < 20_000; now++) window.record(now, -now)
      for (let gone = 0; gone < 20_000; gone += 1000) {
        const now = 20_000 + gone
        const found = window.peak(now)
        if (found !== -gone - 1)
          throw new Wrong(`record(t, -t) for 20,000 t, then peak(${now})  → ${found}`)
      }
    }, 5_000_000)
  })
})

describe('cost', { timeout: 10_000 }, () => {
  /** Each does about n things to a window that holds n samples, or comes to hold them. */
  const streams: Record<string, (n: number, at: (i: number) => number) => unknown> = {
    'inside one window': (n, at) => samples(1_000_000, n, at, (i) => i),
    'at one instant': (n, at) => samples(1000, n, at, () => 5),
    'that push out as many old ones': (n, at) => samples(n, 3 * n, at, (i) => i),
    'from a clock that goes back': (n, at) => samples(1_000_000, n, at, (i) => 2 * n - i),
    'in bursts, a window apart': (n, at) => samples(10, n, at, (i) => 10 * Math.floor((4 * i) / n)),
    'that go one by one': (n, at) => {
      const window = samples(n, n, at, (i) => i)
      for (let i = 0; i < n; i++) window.peak(n + i)
    },
    'that are asked about after each': (n, at) => {
      const window = new PeakWindow(n)
      for (let i = 0; i < 2 * n; i++) {
        window.record(i, at(i))
        window.peak(i)
      }
    },
  }

  function samples(
    windowMs: number,
    n: number,
    value: (i: number) => number,
    now: (i: number) => number,
  ): PeakWindow {
    const window = new PeakWindow(windowMs)
    for (let i = 0; i < n; i++) window.record(now(i), value(i))
    window.peak(now(n - 1))
    return window
  }

  test.for(Object.entries(streams))('samples %s cost a constant each', ([stream, run]) => {
    for (const [order, at] of Object.entries(values)) {
      growsLinearly({
        of: (n) => `${n.toLocaleString('en-US')} samples ${stream}, ${order}`,
        run: (n) => () => run(n, (i) => at(i, n)),
        n: 64,
        needs: (n) => 5 * n,
        why: 'each sample comes in once and goes out once, and nothing else may move',
      })
    }
  })
})

/** Many samples through a window that holds ten, the peak asked for after each so many. */
const passesThrough = (order: string, every: number) => {
  const at = values[order] as (i: number, n: number) => number
  keepsWithin({
    what: `100,000 ${order} values through a window of 10 ms`,
    make: () => new PeakWindow(10),
    work: (window) => {
      for (let now = 0; now < 100_000; now++) {
        window.record(now, at(now, 100_000))
        if (now % every === every - 1) window.peak(now)
      }
    },
    limitBytes: 256 * 1024,
    steps: 5_000_000,
    why: 'only the samples in the window decide anything',
  })
}

describe('memory', { timeout: 20_000 }, () => {
  for (const order of ['rising', 'falling', 'equal']) {
    test(`100,000 ${order} values through a window of 10 leave nothing behind`, () => {
      passesThrough(order, 1)
    })
  }
})

// Last, so that nothing that goes wrong here costs a core test.
describe('memory, for a star', { timeout: 20_000 }, () => {
  test('stretch: a window that nobody asks keeps no more than one that is asked', () => {
    passesThrough('falling', Number.POSITIVE_INFINITY)
  })
})

describe('for a star', () => {
  test('stretch: negative and fractional times are times', () => {
    peaks(0.5, [
      record(-0.25, 9),
      record(0, 4),
      peak(0.125, 9),
      peak(0.25, 4),
      peak(0.5, undefined),
    ])
    peaks(1000, [record(-5000, 9), record(-4001, 4), peak(-4001, 9), peak(-4000, 4)])
  })
})
