import { SlidingPercentile } from '#kata/05-sliding-percentile/sliding-percentile.ts'
import { growth, metered, probe, probeMemory } from '#support'

/*
 * Samples lie a factor of 2 apart, 16, 32, 64 …, so that an answer tells which of them it is, however it
 * was rounded. In each instant there are four of a kind, and of those asked for is one in their middle, so
 * that who takes another rank gets the same: only the topics about ranks tell that. Nothing that can be
 * asked in a window of its own is asked in one that was asked before.
 */

const make = (changed: { slices?: number; windowMs?: number; relativeError?: number } = {}) =>
  new SlidingPercentile({ windowMs: 1000, slices: 10, relativeError: 0.1, ...changed })

type Sample = readonly [now: number, value: number]

/** A window that has seen four of each. */
function fill(window: SlidingPercentile, ...samples: readonly Sample[]): SlidingPercentile {
  for (const [now, value] of samples) for (let i = 0; i < 4; i++) window.record(now, value)
  return window
}
const seen = (...samples: readonly Sample[]) => fill(make(), ...samples)

/** Which power of 2; 0 for nothing, which some take for an answer. */
const power = (answer: number | undefined) => (answer ? Math.round(Math.log2(answer)) : 0)
const middle = (window: SlidingPercentile, now: number) => power(window.percentile(now, 0.5))
const low = (window: SlidingPercentile, now: number) => power(window.percentile(now, 0.25))
const high = (window: SlidingPercentile, now: number) => power(window.percentile(now, 0.75))

const growing = (from: number, ratio: number, n: number) =>
  Array.from({ length: n }, (_, i) => from * ratio ** i)
const doublings = (n: number) => growing(16, 2, n)
const atOnce = (values: readonly number[]) => {
  const window = make()
  for (const value of values) window.record(0, value)
  return window
}
const rank = (n: number, p: number) => power(atOnce(doublings(n)).percentile(0, p)) - 3

probe('the rank where p·n is whole', (see) => {
  for (const i of [1, 2, 3, 4, 5, 6, 7]) see('rank', () => rank(8, i / 8))
  for (const p of [0.25, 0.5, 0.75]) see('rank', () => rank(20, p))
})

probe('the rank where p·n is not whole', (see) => {
  for (const i of [1, 2, 3, 5, 8]) see('a little more', () => rank(10, i / 10 + 1 / 128))
  for (const i of [2, 3, 5, 8]) see('a little less', () => rank(10, i / 10 - 1 / 128))
})

const roundsUp = () => rank(10, 0.5 + 1 / 128) === 6 && rank(8, 0.5) === 4

probe('the rank where it is a hair more than whole', (see) => {
  if (!roundsUp()) return
  for (const p of [0.1006, 0.5006, 0.7007, 0.8008]) see('p·n', () => rank(10, p))
  for (const below of [10, 50, 70]) {
    const values = Array.from({ length: 100 }, (_, i) => (i < below ? 16 : 1024))
    see('p', () => power(atOnce(values).percentile(0, below / 100 + 0.0004)))
  }
})

probe('an order that text would not have', (see) => {
  const window = () => seen([0, 4], [0, 1000], [0, 130], [0, 30])
  for (const p of [0.15, 0.4, 0.65, 0.9]) see('value', () => power(window().percentile(0, p)))
})

probe('the answers below 1', (see) => {
  const answers = [1e-6, 0.001, 0.02, 0.3].map((value) => seen([0, value]).percentile(0, 0.5))
  for (const one of answers) see('the same as that of', () => answers.indexOf(one))
})

probe('zeros', (see) => {
  const words = (answer: number | undefined) =>
    answer !== undefined && answer < 1e-5 ? (answer === 0 ? 'zero' : 'tiny') : power(answer)
  for (const values of [[0], [0, 0, 0, 64], [0, 64, 0, 512, 0], [0, 64, 0, 0, 0]]) {
    see('value', () => words(atOnce(values).percentile(0, 0.5)))
  }
})

/** The largest error, as a part of the one that is allowed, of values that each come alone. */
function worst(relativeError: number, values: readonly number[]): number {
  const errors = values.map((value) => {
    const window = fill(make({ relativeError, slices: 2 }), [0, value])
    return Math.abs((window.percentile(0, 0.5) ?? 0) / value - 1) / relativeError
  })
  return Math.max(...errors)
}
const evenly = (from: number, step: number, n: number) =>
  Array.from({ length: n }, (_, i) => from + i * step)

probe('how near it is all over a bucket', (see) => {
  for (const e of [0.5, 0.25]) {
    const most = worst(e, growing(100, 1.015, 160))
    see('error', () => (most <= 1 + 1e-9 ? 'small' : most < 2 ? 'past it' : 'twice it and more'))
  }
})

/** Who answers the edge of a bucket is off by twice the error; that is asked above. */
const fine = (e: number, values: readonly number[]) => {
  const most = worst(e, values)
  return most < 2.5 ? 'small' : `${Math.round(Math.log2(most))} doublings of it`
}

probe('a small error', (see) => {
  see('0.001', () => fine(0.001, evenly(100, 0.1, 60)))
  see('0.0003', () => fine(0.0003, evenly(100, 0.02, 60)))
})

probe('just above an edge', (see) => {
  const values = [3, 27, 243, 59_049, 1 / 9].map((edge) => edge * (1 + 2 ** -26))
  for (const value of values) {
    const window = fill(make({ relativeError: 0.5 }), [0, value])
    const tooLittle = value * (1 - 0.5 * (1 + 1e-9))
    see('too little', () => (window.percentile(0, 0.5) ?? value) < tooLittle)
  }
})

probe('six hundred buckets', (see) => {
  const window = make({ relativeError: 0.01 })
  for (const value of growing(8, 1.03, 600)) window.record(0, value)
  for (const place of [3, 40, 200, 500]) {
    const exact = 8 * 1.03 ** place
    see('near', () => Math.abs((window.percentile(0, place / 600) ?? 0) / exact - 1) < 0.06)
  }
})

probe('a bucket with 65,600 samples', (see) => {
  metered(() => {
    const window = make()
    for (let i = 0; i < 65_600; i++) window.record(0, 16)
    for (let i = 0; i < 400; i++) window.record(0, 512)
    for (const p of [0.5, 0.8]) see('value', () => power(window.percentile(0, p)))
  }, 50_000_000)
})

/** Slices with so many of each value, one slice after the other. */
function full(...slices: readonly Readonly<Record<number, number>>[]): SlidingPercentile {
  const window = make()
  slices.forEach((counts, slice) => {
    for (const [value, n] of Object.entries(counts)) {
      for (let i = 0; i < n; i++) window.record(slice * 100, Number(value))
    }
  })
  return window
}

probe('two slices and their tails', (see) => {
  const cases = [
    [{ 16: 100 }, { 20: 80, 2048: 20 }],
    [{ 16: 60, 2048: 40 }, { 2500: 100 }],
    [{ 16: 200 }, { 16: 2, 16384: 10 }],
    [{ 16: 10 }, { 512: 40 }],
  ]
  for (const slices of cases) see('p85', () => power(full(...slices).percentile(100, 0.85)))
})

probe('a value that comes in many slices', (see) => {
  for (const n of [20, 30, 40]) {
    const quiet = Array.from({ length: 6 }, () => ({ 1024: 2 + n / 10 }))
    see('value', () => power(full({ 16: n }, ...quiet).percentile(650, 0.85)))
  }
})

probe('asked again and again', (see) => {
  const window = seen([0, 16], [100, 128], [200, 1024])
  for (const p of [0.2, 0.8, 0.2, 0.5, 0.2]) see('value', () => power(window.percentile(250, p)))
})

probe('nothing', (see) => {
  for (const now of [0, 50, 5000]) {
    see('value', () => make().percentile(now, 0.5))
    see('value', () => make({ slices: 1 }).percentile(now, 0.9))
  }
})

const leftAt = (now: number, at = 0) => middle(seen([at, 64]), now)

probe('the slice at whose end it goes', (see) => {
  for (const at of [0, 700]) {
    for (const now of [901, 950, 999]) see('the last', () => leftAt(now + at, at))
    for (const now of [1000, 1040, 1099, 1140]) see('the next', () => leftAt(now + at, at))
  }
})

probe('long after it', (see) => {
  for (const now of [1150, 1500, 1930, 2500, 7777]) see('value', () => leftAt(now))
  // Others came meanwhile: who never lets any go has another mistake.
  see('value', () => low(seen([0, 16], [700, 512], [1400, 512], [2100, 512]), 2100))
})

const lastsTenSlices = () => leftAt(999) === 6 && leftAt(1000) === 0

probe('slices on the clock', (see) => {
  if (!lastsTenSlices()) return
  for (const at of [350, 301, 777, 90]) {
    const end = Math.floor(at / 100) * 100 + 1000
    for (const now of [end - 1, end, end + 40]) see('value', () => leftAt(now, at))
    // Who counts to the ms has another mistake than who begins with the first sample.
    see('value', () => middle(seen([at, 16], [at + 70, 64]), at + 1020))
  }
})

probe('a pause shorter than the window', (see) => {
  for (const now of [1250, 1300, 1399]) {
    see('low', () => low(seen([0, 16], [500, 512], [now, 512]), now))
    see('low', () => low(seen([100, 16], [600, 512], [now, 512]), now))
    see('low', () => low(seen([now - 1000, 16], [now - 400, 512], [now, 512]), now + 150))
  }
})

probe('a pause of a whole lap', (see) => {
  for (const at of [0, 350, 620]) {
    see('low', () => low(seen([at, 16], [at + 1000, 512]), at + 1150))
    see('low', () => low(seen([at, 16], [at + 2000, 512]), at + 2150))
  }
})

probe('a pause of very many laps', (see) => {
  if (leftAt(1500) !== 0) return
  for (const now of [256_000, 256_300, 512_000]) see('256', () => leftAt(now))
  for (const now of [65_536_000, 65_536_400]) see('65,536', () => leftAt(now))
})

probe('more than 2^31 slices', (see) => {
  const edge = 2 ** 31
  const left = (at: number, now: number) => middle(fill(make({ windowMs: 10 }), [at, 64]), now)
  if (left(0, 9) !== 6 || left(0, 50) !== 0) return
  for (const now of [edge + 4, edge + 53]) see('value', () => left(edge - 1, now))
})

probe('a sample after a later one', (see) => {
  for (const late of [4200, 3000, 100]) {
    see('high', () => high(seen([5000, 16], [late, 512]), 5950))
  }
})

probe('a sample after a later question', (see) => {
  for (const late of [4800, 4000, 0]) {
    const window = make()
    window.percentile(5000, 0.5)
    see('value', () => middle(fill(window, [late, 64]), 5990))
  }
})

probe('a question about the past', (see) => {
  if (low(seen([0, 16], [500, 512], [1250, 512]), 1250) !== 9) return
  for (const past of [100, 499, 0]) {
    see('low', () => low(seen([0, 16], [700, 512], [1500, 512]), past))
  }
})

probe('a bad sample at a later time', (see) => {
  for (const bad of [-1, Number.NaN, Number.POSITIVE_INFINITY]) {
    const window = seen([0, 64])
    see('record', () => window.record(5000, bad))
    see('value', () => middle(window, 10))
  }
})

probe('a window that is no multiple of the slices', (see) => {
  for (const windowMs of [1001, 15, 5, 1000.5]) see('new', () => make({ windowMs }) && undefined)
})

// Stretch.
probe('before 0', (see) => {
  for (const at of [-1, -50, -499, -950]) see('value', () => leftAt(at + 30, at))
})

// Stretch.
probe('from before 0 to after it', (see) => {
  if (!lastsTenSlices()) return
  for (const now of [905, 950, 999]) see('value', () => middle(seen([-100, 16], [-50, 64]), now))
})

/** Values that are never the same, in few buckets. */
const different = (i: number) => 16 + ((i * 0.618_033_988_749_894_9) % 1) * 4

/** How the cost of a question grows with the samples; of buckets there are as many, whatever it is. */
const asking = (value: (i: number) => number, askedBefore: boolean) =>
  growth(150, (n) => {
    const window = make()
    for (let i = 0; i < n; i++) window.record(0, value(i))
    if (askedBefore) window.percentile(0, 0.5)
    return () => window.percentile(0, 0.5)
  })

probe('what a question goes through', (see) => {
  see('the first', () => asking(() => 64, false) === 'the same')
  see('of one value', () => asking(() => 64, true) === 'the same')
  see('of many values', () => asking(different, true) === 'the same')
})

probeMemory('memory of a slice', make, (window) => {
  for (let i = 0; i < 80_000; i++) window.record(0, different(i))
})

probeMemory('memory of slices that are past', make, (window) => {
  for (let slice = 0; slice < 400; slice++) {
    for (let i = 0; i < 60; i++) window.record(slice * 100, 1.23 ** i)
    if (slice % 8 === 0) window.percentile(slice * 100, 0.5)
  }
})
