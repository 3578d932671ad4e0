import { describe, test } from 'vitest'
import { WindowCounter } from '#kata/03-time-deque/window-counter.ts'
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

const counter = (windowMs: number, steps: readonly Step[]) =>
  replay(`new WindowCounter(${windowMs})`, () => new WindowCounter(windowMs), steps)

describe('counting', () => {
  test('a minute of hits: 1, 2, 3, 4, 4, 3', () => {
    counter(60_000, [
      ['hit', [0], 1],
      ['hit', [10_000], 2],
      ['hit', [30_000], 3],
      ['hit', [59_999], 4],
      ['hit', [60_000], 4], // the hit at 0 is exactly 60 s old: out
      ['hit', [90_001], 3],
    ])
  })

  test('a hit exactly windowMs old is already out', () => {
    counter(1000, [
      ['hit', [0], 1],
      ['count', [999], 1],
      ['count', [1000], 0],
      ['hit', [1000], 1],
    ])
  })

  test('hits at the same instant all count', () => {
    counter(1000, [
      ['hit', [5], 1],
      ['hit', [5], 2],
      ['hit', [5], 3],
      ['count', [5], 3],
      ['count', [1004], 3],
      ['count', [1005], 0],
    ])
  })

  test('count only counts: asking records nothing', () => {
    counter(1000, [
      ['count', [0], 0],
      ['count', [0], 0],
      ['hit', [10], 1],
      ['count', [10], 1],
      ['count', [10], 1],
      ['hit', [20], 2],
    ])
  })

  test('count lets old hits go by itself', () => {
    counter(100, [
      ['hit', [0], 1],
      ['hit', [50], 2],
      ['count', [100], 1],
      ['count', [150], 0],
      ['count', [10_000], 0],
    ])
  })

  test('hits go one by one, as they came', () => {
    const n = 64
    const come = Array.from({ length: n }, (_, t): Step => ['hit', [t], t + 1])
    const go = Array.from({ length: n }, (_, t): Step => ['count', [n + t], n - 1 - t])
    counter(n, [...come, ...go])
  })

  test('after a long silence the window starts empty', () => {
    counter(100, [
      ['hit', [0], 1],
      ['hit', [1], 2],
      ['hit', [1_000_000], 1],
      ['count', [Number.MAX_SAFE_INTEGER], 0],
    ])
  })

  test('times of epoch size work as small ones do', () => {
    const t = 1_760_000_000_000
    counter(60_000, [
      ['hit', [t], 1],
      ['hit', [t + 59_999], 2],
      ['hit', [t + 60_000], 2],
      ['count', [t + 119_999], 1],
    ])
  })
})

describe('windows', () => {
  test('a window may be a year', () => {
    const year = 365 * 24 * 60 * 60 * 1000
    counter(year, [
      ['hit', [0], 1],
      ['hit', [year - 1], 2],
      ['hit', [year], 2],
      ['count', [2 * year - 1], 1],
    ])
  })

  test('two counters know nothing of each other', () => {
    const [short, long] = [new WindowCounter(10), new WindowCounter(1000)]
    replay('new WindowCounter(10), beside one of 1000', () => short, [['hit', [0], 1]])
    replay('new WindowCounter(1000), beside one of 10', () => long, [
      ['hit', [0], 1],
      ['count', [500], 1],
    ])
    replay('new WindowCounter(10), beside one of 1000', () => short, [
      ['hit', [5], 2],
      ['count', [12], 1],
    ])
  })
})

describe('the clock', () => {
  test('an earlier now counts as the latest one seen', () => {
    counter(100, [
      ['hit', [1000], 1],
      ['hit', [900], 2], // counts as of 1000
      ['count', [950], 2],
      ['count', [1099], 2],
      ['count', [1100], 0],
    ])
  })

  test('count moves the clock, too', () => {
    counter(100, [
      ['hit', [0], 1],
      ['count', [100], 0],
      ['hit', [50], 1], // counts as of 100
      ['count', [199], 1],
      ['count', [200], 0],
    ])
  })

  test('now must be finite; a call that threw has changed nothing', () => {
    for (const now of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
      for (const method of ['hit', 'count']) {
        counter(100, [
          ['hit', [10], 1],
          [method, [now], rangeError('now', now)],
          ['count', [20], 1],
          ['hit', [20], 2],
        ])
      }
    }
  })

  test('windowMs must be positive and finite', () => {
    for (const windowMs of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
      const made = `new WindowCounter(${windowMs})`
      refuses(made, () => new WindowCounter(windowMs), 'windowMs', windowMs)
    }
  })
})

// Counted, so that they end by their steps; the time is for a machine that is busy otherwise.
describe('long runs', { timeout: 10_000 }, () => {
  test('10,000 hits through a window of 10 ms', () => {
    const steps = Array.from({ length: 10_000 }, (_, t): Step => ['hit', [t], Math.min(t + 1, 10)])
    metered(() => counter(10, steps), 5_000_000)
  })

  test('bursts and silences in turn', () => {
    const steps: Step[] = []
    for (let round = 0; round < 40; round++) {
      const start = round * 1000
      const burst = (round * 37) % 90
      for (let i = 1; i <= burst; i++) steps.push(['hit', [start], i])
      steps.push(['count', [start + 99], burst], ['count', [start + 100], 0])
    }
    metered(() => counter(100, steps), 5_000_000)
  })

  test('100,000 hits inside one window all count, and all go', () => {
    manyHits((i) => i)
  })

  test('100,000 hits at one instant all count, and all go', () => {
    manyHits(() => 0)
  })

  function manyHits(at: (i: number) => number) {
    metered(() => {
      const window = new WindowCounter(1_000_000)
      for (let i = 0; i < 100_000; i++) {
        const count = window.hit(at(i))
        if (count !== i + 1) throw new Wrong(`hit ${i + 1} inside one window  → ${count}`)
      }
      const left = window.count(2_000_000)
      if (left !== 0) throw new Wrong(`count, a window after 100,000 hits  → ${left}   expected 0`)
    }, 5_000_000)
  }
})

describe('cost', { timeout: 10_000 }, () => {
  /** Each does about n things to a window that holds n hits, or comes to hold them. */
  const shapes: Record<string, (n: number) => unknown> = {
    'hits inside one window': (n) => hits(1_000_000, n, (i) => i),
    'hits that push out as many old ones': (n) => hits(n, 3 * n, (i) => i),
    'hits with gaps, that push out as many old ones': (n) => hits(7 * n, 3 * n, (i) => 7 * i),
    'hits at one instant': (n) => hits(1000, n, () => 5),
    'hits from a clock that goes back': (n) => hits(1_000_000, n, (i) => 2 * n - i),
    'bursts of hits, a window apart': (n) => hits(10, n, (i) => 10 * Math.floor((4 * i) / n)),
    'counts while the hits stay': (n) => {
      const window = hits(1_000_000, n, () => 0)
      for (let i = 0; i < n; i++) window.count(i)
      window.count(2_000_000)
    },
    'counts at one instant': (n) => {
      const window = hits(1_000_000, n, (i) => i)
      for (let i = 0; i < n; i++) window.count(n)
    },
    'counts while the hits go one by one': (n) => {
      const window = hits(n, n, (i) => i)
      for (let i = 0; i < n; i++) window.count(n + i)
    },
  }

  function hits(windowMs: number, n: number, at: (i: number) => number): WindowCounter {
    const window = new WindowCounter(windowMs)
    for (let i = 0; i < n; i++) window.hit(at(i))
    return window
  }

  test.for(Object.entries(shapes))('%s cost a constant each, however many', ([shape, run]) => {
    growsLinearly({
      of: (n) => `${n.toLocaleString('en-US')} ${shape}`,
      run: (n) => () => run(n),
      n: 512,
      needs: (n) => 5 * n,
      why: 'each hit comes in once and goes out once',
    })
  })
})

describe('memory', () => {
  test('200,000 hits through a window of 10 leave nothing behind', { timeout: 20_000 }, () => {
    keepsWithin({
      what: '200,000 hits through a window of 10 ms',
      make: () => new WindowCounter(10),
      work: (window) => {
        for (let now = 0; now < 200_000; now++) {
          const count = window.hit(now)
          if (count !== Math.min(now + 1, 10)) {
            throw new Wrong(`hit ${now + 1}, one a ms through a window of 10 ms  → ${count}`)
          }
        }
      },
      limitBytes: 64 * 1024,
      steps: 5_000_000,
      why: 'only the hits in the window decide anything',
    })
  })
})

// Last, so that nothing that goes wrong here costs a core test.
describe('for a star', () => {
  test('stretch: negative and fractional times are times', () => {
    counter(0.5, [
      ['hit', [-0.25], 1],
      ['hit', [0], 2],
      ['hit', [0.125], 3],
      ['count', [0.25], 2],
      ['count', [0.5], 1],
      ['count', [0.625], 0],
    ])
    counter(1000, [
      ['hit', [-5000], 1],
      ['hit', [-4001], 2],
      ['hit', [-4000], 2],
      ['count', [-3001], 1],
      ['count', [-3000], 0],
    ])
  })
})
