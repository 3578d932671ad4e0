import { describe } from 'vitest'
import { SlidingPercentile } from '#kata/05-sliding-percentile/sliding-percentile.ts'
import { fc, law, metered, replay, type Step } from '#support'

/** Keeps every sample and sorts those that count: slow, and right by definition. */
class NaivePercentile {
  readonly #slices: number
  readonly #sliceMs: number
  readonly #samples: { slice: number; value: number }[] = []
  #latest = Number.NEGATIVE_INFINITY

  constructor(slices: number, sliceMs: number) {
    this.#slices = slices
    this.#sliceMs = sliceMs
  }

  record(now: number, value: number): void {
    this.#samples.push({ slice: this.#see(now), value })
  }

  /** The samples that count at `now`, smallest first. */
  live(now: number): number[] {
    const oldest = this.#see(now) - this.#slices
    const live = this.#samples.filter(({ slice }) => slice > oldest)
    return live.map(({ value }) => value).sort((a, b) => a - b)
  }

  #see(now: number): number {
    this.#latest = Math.max(this.#latest, now)
    return Math.floor(this.#latest / this.#sliceMs)
  }
}

/** `⌈p·n⌉` for p = thousandths / 1000: as it is written, as floats multiply it, and by all its bits. */
function ranks(thousandths: number, n: number): number[] {
  const p = thousandths / 1000
  const one = 2n ** 70n
  const bits = BigInt(p * 2 ** 70) * BigInt(n)
  return [Math.ceil((thousandths * n) / 1000), Math.ceil(p * n), Number((bits + one - 1n) / one)]
}

/** The exact percentile, give or take the relative error; of two where rounding decides, either. */
function answer(sorted: readonly number[], thousandths: number, e: number) {
  if (sorted.length === 0) return undefined
  const exact = ranks(thousandths, sorted.length).map((rank) => sorted[rank - 1] as number)
  const isNear = (actual: number) =>
    exact.some((value) => Math.abs(actual - value) <= e * (1 + 1e-9) * value)
  return {
    says: `${[...new Set(exact)].join(' or ')}, give or take ${100 * e} %`,
    holds: (actual: unknown) => typeof actual === 'number' && isNear(actual),
  }
}

/** Whatever `record` returns: nothing is promised but that it does. */
const done = { says: 'no error', holds: () => true }

interface Move {
  /** From the `now` of the call before; negative: the clock goes back. */
  readonly after: number
  /** A value to record, or thousandths: the percentile to ask for. */
  readonly value?: number
  readonly thousandths?: number
}

const values = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 1000 }) },
  { weight: 2, arbitrary: fc.constantFrom(0, 1, 1e-9, 1e12) },
  // All magnitudes alike.
  {
    weight: 4,
    arbitrary: fc
      .double({ min: -9, max: 12, noNaN: true })
      .map((power) => Math.min(1e12, Math.max(1e-9, 10 ** power))),
  },
)

const asked = fc.oneof(
  fc.integer({ min: 1, max: 1000 }),
  fc.constantFrom(1, 500, 900, 950, 990, 1000),
)

/** Steps within a slice, over its edge, over the window's, and whole laps of the ring. */
const moves = (slices: number, sliceMs: number, unit: number, back: boolean) =>
  fc.array(
    fc.tuple(
      fc.oneof(
        { weight: 4, arbitrary: fc.constantFrom(0, unit, sliceMs - unit) },
        { weight: 3, arbitrary: fc.integer({ min: 1, max: slices + 1 }).map((n) => n * sliceMs) },
        { weight: 2, arbitrary: fc.constantFrom(-unit, 0, unit).map((n) => slices * sliceMs + n) },
        { weight: 1, arbitrary: fc.integer({ min: 2, max: 5 }).map((n) => n * slices * sliceMs) },
        ...(back
          ? [{ weight: 3, arbitrary: fc.integer({ min: 1, max: 40 }).map((n) => -n * sliceMs) }]
          : []),
      ),
      fc.oneof(
        { weight: 3, arbitrary: values.map((value) => ({ value })) },
        { weight: 2, arbitrary: asked.map((thousandths) => ({ thousandths })) },
      ),
    ),
    { minLength: 1, maxLength: 40 },
  )

const story = (unit: number, starts: readonly number[], back: boolean) =>
  fc
    .record({
      slices: fc.integer({ min: 1, max: 6 }),
      sliceMs: fc.constantFrom(1, 2, 10, 1000),
      relativeError: fc.constantFrom(0.1, 0.25, 0.5, 0.75),
      start: fc.constantFrom(...starts),
    })
    .chain((setting) =>
      fc.record({
        setting: fc.constant(setting),
        moves: moves(setting.slices, setting.sliceMs, unit, back).map((all) =>
          all.map(([after, what]): Move => ({ after, ...what })),
        ),
      }),
    )

interface Setting {
  slices: number
  sliceMs: number
  relativeError: number
  start: number
}

const agrees =
  (earliest: number) =>
  ({ setting, moves }: { setting: Setting; moves: readonly Move[] }): void => {
    const { slices, sliceMs, relativeError, start } = setting
    const windowMs = slices * sliceMs
    const oracle = new NaivePercentile(slices, sliceMs)
    let now = start
    const steps = moves.map(({ after, value, thousandths = 0 }): Step => {
      now = Math.max(earliest, now + after)
      if (value === undefined) {
        const expected = answer(oracle.live(now), thousandths, relativeError)
        return ['percentile', [now, thousandths / 1000], expected]
      }
      oracle.record(now, value)
      return ['record', [now, value], done]
    })
    const options = `{ windowMs: ${windowMs}, slices: ${slices}, relativeError: ${relativeError} }`
    // Metered, since a solution may go through all buckets of all slices in each call.
    metered(() =>
      replay(
        `new SlidingPercentile(${options})`,
        () => new SlidingPercentile({ windowMs, slices, relativeError }),
        steps,
      ),
    )
  }

const EPOCH = 1_760_000_000_000

// The time is for a machine that is busy otherwise.
describe('laws', { timeout: 10_000 }, () => {
  law('it agrees with sorting all samples that count', story(1, [0, 7, EPOCH], false), agrees(0))

  law(
    'a clock that goes back changes nothing but the order',
    story(1, [5000, EPOCH], true),
    agrees(0),
  )

  law(
    'stretch: the same with negative times and eighths of a millisecond',
    story(1 / 8, [-5000.125, -3, 0, 12.5], true),
    agrees(Number.NEGATIVE_INFINITY),
  )
})
