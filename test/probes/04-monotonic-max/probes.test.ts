import { PeakWindow, windowMax } from '#kata/04-monotonic-max/window-max.ts'
import { countingReads, growth, probe, probeMemory } from '#support'

/** The largest of the last window: what comes before the first full one is asked for by itself. */
const last = (xs: readonly number[], k: number) => windowMax(xs, k).at(-1)

probe('how many windows there are', (see) => {
  for (const [n, k] of [
    [3, 2],
    [5, 3],
    [6, 2],
    [8, 5],
    [4, 4],
  ] as const) {
    see(
      'length',
      () =>
        windowMax(
          Array.from({ length: n }, () => 7),
          k,
        ).length,
    )
  }
})

probe('the largest is the oldest of its window', (see) => {
  for (const xs of [
    [9, 5, 1],
    [9, 6, 4, 1],
    [9, 3, 2, 1, 0],
  ]) {
    const [, second] = xs
    see('the second', () => last(xs, xs.length) === second)
    see('the second', () => last([4, ...xs], xs.length) === second)
  }
})

probe('the newest is not the largest', (see) => {
  for (const xs of [
    [1, 9, 3, 2],
    [1, 2, 9, 4],
    [0, 3, 8, 1, 1],
  ]) {
    see('answer', () => last(xs, 4))
  }
})

probe('the largest is k places back', (see) => {
  for (const [xs, k] of [
    [[9, 1, 2], 2],
    [[3, 9, 1, 2, 3], 3],
    [[8, 0, 1, 2, 3], 4],
  ] as const) {
    see('answer', () => last(xs, k))
  }
})

probe('the largest is long gone', (see) => {
  for (const [xs, k] of [
    [[9, 1, 2, 3], 2],
    [[9, 1, 2, 3, 4, 5], 3],
    [[1, 7, 0, 1, 2], 2],
  ] as const) {
    see('answer', () => last(xs, k))
  }
})

probe('an equal one goes', (see) => {
  see('answer', () => last([4, 1, 4, 2], 3))
  see('answer', () => last([7, 3, 7, 5, 4], 4))
  see('answer', () => last([6, 2, 1, 6, 3], 4))
  see('answer', () => last([5, 5, 5, 2, 1], 4))
})

probe('numbers below zero', (see) => {
  for (const xs of [
    [-5, -9],
    [-3, -2, -1],
    [-1, -1],
  ])
    see('side', () => Math.sign(last(xs, 2) ?? 1))
})

probe('an answer after another was asked for', (see) => {
  for (const others of [[9], [8, 7], [1, 2, 3, 4]]) {
    const answer = windowMax([6, 5, 4], 2)
    const before = String(answer)
    windowMax(others, 1)
    see('changed', () => String(answer) !== before)
  }
})

probe('k that cannot be', (see) => {
  for (const k of [0, -1, 4, 1.5, Number.NaN]) {
    see('answered', () => windowMax([1, 2, 3], k) !== undefined)
  }
})

const rising = (i: number) => i
const falling = (i: number) => -i
const equal = () => 7

const counted = (n: number, at: (i: number) => number) =>
  countingReads(Array.from({ length: n }, (_, i) => at(i)))

const growthOf = (at: (i: number) => number, part: number) =>
  growth(64, (n) => () => windowMax(counted(n, at).array, n / part))

const scans = () => growthOf(rising, 2) === 'faster'

probe('the cost of windowMax', (see) => {
  for (const at of [rising, falling, equal]) see('growth', () => growthOf(at, 2))
  see('growth', () => growthOf(falling, 1))
  // Those who look at the window again read it again; those who move what they hold do not.
  see('growth', () => {
    const { array, reads } = counted(512, falling)
    windowMax(array, 256)
    return reads() > 8 * 512 ? 'read again and again' : 'read a few times'
  })
})

probe('70,000 falling numbers', (see) => {
  if (scans()) return
  const at = (i: number) => 80_000 - i
  const maxima = windowMax(
    Array.from({ length: 70_000 }, (_, i) => at(i)),
    4,
  )
  for (const i of [65_000, 66_000, 68_000, 69_990]) {
    see('near', () => Math.abs((maxima.at(i - 70_000) ?? 0) - at(i)) < 10)
  }
})

probe('200,000 numbers in one window', (see) => {
  if (scans()) return
  see('answer', () =>
    last(
      Array.from({ length: 200_000 }, (_, i) => i),
      200_000,
    ),
  )
})

type Sample = readonly [now: number, value: number]

function recorded(windowMs: number, samples: readonly Sample[]): PeakWindow {
  const window = new PeakWindow(windowMs)
  for (const [now, value] of samples) window.record(now, value)
  return window
}

/** What there is, whatever stands for nothing. */
const some = (peak: number | undefined) => (Number.isFinite(peak) ? peak : 'none')

probe('before the first sample', (see) => {
  for (const now of [0, 5, 1_000_000]) see('peak', () => new PeakWindow(1000).peak(now))
})

probe('just at the edge', (see) => {
  for (const value of [5, 7, -3]) see('peak', () => some(recorded(1000, [[0, value]]).peak(1000)))
  see('peak', () => some(recorded(1, [[7, 5]]).peak(8)))
  see('peak', () => some(recorded(1000, [[0, 5]]).peak(999)))
})

probe('past the edge', (see) => {
  const [window, other] = [recorded(1000, [[0, 9]]), recorded(100, [[5, 4]])]
  for (const now of [1001, 1400]) see('peak', () => some(window.peak(now)))
  for (const now of [300, 400]) see('peak', () => some(other.peak(now)))
  window.record(1500, 3)
  see('peak', () => some(window.peak(1500)))
})

probe('many are out at once', (see) => {
  const window = recorded(
    100,
    Array.from({ length: 10 }, (_, i): Sample => [i, 20 - i]),
  )
  for (const now of [5000, 5001, 5002]) see('peak', () => some(window.peak(now)))
})

probe('the smaller ones after the largest has gone', (see) => {
  const window = recorded(1000, [
    [0, 9],
    [10, 7],
    [20, 3],
  ])
  for (const now of [1005, 1015]) see('peak', () => some(window.peak(now)))
  const other = recorded(1000, [
    [0, 9],
    [500, 2],
  ])
  for (const now of [700, 1200]) see('peak', () => some(other.peak(now)))
})

probe('equal samples', (see) => {
  for (const value of [5, 8, -2]) {
    see('peak', () =>
      some(
        recorded(1000, [
          [0, value],
          [500, value],
        ]).peak(1200),
      ),
    )
  }
})

probe('a late sample', (see) => {
  const window = recorded(100, [
    [1000, 1],
    [950, 5],
  ])
  for (const now of [1010, 1051, 1070, 1099]) see('peak', () => some(window.peak(now)))
})

probe('a late sample after the peak was asked for', (see) => {
  const window = new PeakWindow(1000)
  window.peak(1000)
  window.record(0, 5)
  for (const now of [1100, 1500, 1900]) see('peak', () => some(window.peak(now)))
})

probe('zero', (see) => {
  for (const values of [[0], [-1, 0], [0, -5]]) {
    see('peak', () =>
      recorded(
        1000,
        values.map((value, now) => [now, value]),
      ).peak(5),
    )
  }
})

probe('a sample that was refused', (see) => {
  for (const bad of [Number.NaN, Number.POSITIVE_INFINITY]) {
    const window = recorded(100, [[10, 1]])
    see('record', () => window.record(1000, bad))
    for (const now of [50, 60]) see('peak', () => some(window.peak(now)))
  }
})

const asked = (at: (i: number) => number) => (n: number) => () => {
  const window = new PeakWindow(10 * n)
  for (let i = 0; i < n; i++) {
    window.record(i, at(i))
    window.peak(i)
  }
}

probe('the cost of asking after each sample', (see) => {
  for (const at of [rising, falling, equal]) see('growth', () => growth(64, asked(at)))
})

// Who goes through all samples when asked frees them only then, and who lets none go keeps them all: that
// is one mistake each, not two.
const isMemoryTheQuestion = () =>
  growth(64, asked(rising)) !== 'faster' && recorded(1000, [[0, 9]]).peak(1001) === undefined

const memory = (topic: string, n: number, at: (i: number) => number, asks: boolean) => {
  const through = (window: PeakWindow) => {
    for (let now = 0; now < n; now++) {
      window.record(now, at(now))
      if (asks) window.peak(now)
    }
  }
  probeMemory(topic, () => new PeakWindow(10), through, isMemoryTheQuestion)
}

// Fewer, since a heap takes its time over them; what it keeps are objects.
memory('memory, rising', 30_000, rising, true)
memory('memory, falling', 100_000, falling, true)
memory('memory, equal', 100_000, equal, true)
memory('memory, falling and never asked', 100_000, falling, false)
