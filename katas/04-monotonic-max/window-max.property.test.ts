import { PeakWindow, windowMax } from '#kata/04-monotonic-max/window-max.ts'
import { answers, fc, law, replay, type Step } from '#support'

/** The largest of every window, looked at afresh: slow, and right by definition. */
const naive = (xs: readonly number[], k: number) =>
  xs.slice(k - 1).map((_, i) => Math.max(...xs.slice(i, i + k)))

/** Few different ones, so that many are equal; and any, fractions and all. */
const elements = fc.constantFrom(
  fc.integer({ min: -2, max: 2 }),
  fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
)
const input = elements
  .chain((element) => fc.array(element, { minLength: 1, maxLength: 24 }))
  .chain((xs) => {
    const ends = fc.constantFrom(1, Math.max(1, xs.length - 1), xs.length)
    const k = fc.oneof(
      { weight: 3, arbitrary: fc.integer({ min: 1, max: xs.length }) },
      { weight: 2, arbitrary: fc.integer({ min: 1, max: Math.min(4, xs.length) }) },
      { weight: 1, arbitrary: ends },
    )
    return fc.tuple(fc.constant(xs), k)
  })

law('windowMax agrees with looking at every window', input, ([xs, k]) => {
  answers(windowMax, [xs, k], naive(xs, k))
})

law('turning the row round turns the answer round', input, ([xs, k]) => {
  answers(windowMax, [xs.toReversed(), k], naive(xs, k).reverse())
})

/** Keeps every sample and looks at all of them: slow, and right by definition. */
class NaivePeak {
  readonly #windowMs: number
  readonly #samples: { time: number; value: number }[] = []
  #latest = Number.NEGATIVE_INFINITY

  constructor(windowMs: number) {
    this.#windowMs = windowMs
  }

  record(now: number, value: number): void {
    this.#latest = Math.max(this.#latest, now)
    this.#samples.push({ time: this.#latest, value })
  }

  peak(now: number): number | undefined {
    this.#latest = Math.max(this.#latest, now)
    const live = this.#samples.filter(({ time }) => this.#latest - time < this.#windowMs)
    return live.length === 0 ? undefined : Math.max(...live.map(({ value }) => value))
  }
}

/** Whatever `record` returns: nothing is promised but that it does. */
const done = { says: 'no error', holds: () => true }

interface Move {
  /** From the `now` of the call before; negative: the clock goes back. */
  readonly after: number
  /** What is recorded; `undefined`: the peak is asked for. */
  readonly value: number | undefined
}

/** Steps around the window's length, where the boundary is, and of every other size; all exact. */
const moves = (windowMs: number, unit: number, back: boolean): fc.Arbitrary<Move[]> =>
  fc.array(
    fc.record({
      value: fc.oneof(
        { weight: 3, arbitrary: fc.constant(undefined) },
        { weight: 3, arbitrary: fc.integer({ min: -3, max: 3 }) },
        { weight: 1, arbitrary: fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }) },
      ),
      after: fc.oneof(
        { weight: 5, arbitrary: fc.integer({ min: 0, max: 3 }).map((n) => n * unit) },
        { weight: 3, arbitrary: fc.integer({ min: 0, max: 60 }).map((n) => n * unit) },
        { weight: 3, arbitrary: fc.constantFrom(windowMs - unit, windowMs, windowMs + unit) },
        { weight: 1, arbitrary: fc.constantFrom(2000, 86_400_000, 2 ** (unit < 1 ? 40 : 46)) },
        ...(back
          ? [{ weight: 3, arbitrary: fc.integer({ min: -300, max: -1 }).map((n) => n * unit) }]
          : []),
      ),
    }),
    { minLength: 1, maxLength: 40 },
  )

const story = (unit: number, starts: readonly number[], back: boolean) =>
  fc.tuple(fc.integer({ min: 1, max: 200 }), fc.constantFrom(...starts)).chain(([window, start]) =>
    fc.record({
      windowMs: fc.constant(window * unit),
      start: fc.constant(start),
      moves: moves(window * unit, unit, back),
    }),
  )

type Story = { windowMs: number; start: number; moves: Move[] }

const agrees =
  (earliest: number) =>
  ({ windowMs, start, moves }: Story): void => {
    const oracle = new NaivePeak(windowMs)
    let now = start
    const steps = moves.map(({ after, value }): Step => {
      now = Math.max(earliest, now + after)
      if (value === undefined) return ['peak', [now], oracle.peak(now)]
      oracle.record(now, value)
      return ['record', [now, value], done]
    })
    replay(`new PeakWindow(${windowMs})`, () => new PeakWindow(windowMs), steps)
  }

const EPOCH = 1_760_000_000_000

law('it agrees with a window that keeps every sample', story(1, [0, 7, EPOCH], false), agrees(0))

law(
  'a clock that goes back changes nothing but the order',
  story(1, [0, 500, EPOCH], true),
  agrees(0),
)

law(
  'stretch: the same with negative times and eighths of a millisecond',
  story(1 / 8, [-5000.125, -3, 0, 12.5], true),
  agrees(Number.NEGATIVE_INFINITY),
)
