import fc from 'fast-check'

/** One request of a story. */
export interface Asked {
  /** From the request before, in ms; negative: the clock goes back. */
  readonly after: number
  readonly cost: number
}

/** A limiter's options, and what is asked of it. */
export interface Story<Options> {
  readonly options: Options
  /** The constructor's `now`, where there is one, and where the times begin. */
  readonly start: number
  readonly asked: readonly Asked[]
}

/** What stories are made of. */
export interface Inputs<Options> {
  readonly options: fc.Arbitrary<Options>
  /** Times between requests at which something changes: `windowMs`, the time that a token takes. */
  readonly periods: (options: Options) => readonly number[]
  /** Costs that a request may have; 1 if it has none. */
  readonly costs?: (options: Options) => fc.Arbitrary<number>
  /** All times are multiples of it, in ms: 1 unless it is said otherwise. */
  readonly unit?: number
  /** Where stories begin. */
  readonly starts?: readonly number[]
  /** Requests of a story, at most. */
  readonly length?: number
}

/** A time in 2025, as `Date.now()` gives it. */
export const EPOCH = 1_760_000_000_000
const STARTS = [0, 7, EPOCH]
const LENGTH = 40

/** Not every limiter has seen the start: nothing is asked before it. */
const notBeforeTheStart = ([first, ...rest]: readonly Asked[]): Asked[] =>
  first ? [{ ...first, after: Math.abs(first.after) }, ...rest] : []

/**
 * Stories whose gaps lie around the limiter's own periods, where decisions change, and of every other
 * size: many at one instant, a little later, a long silence. With `back` the clock goes back, too.
 */
export function stories<Options>(
  { options, periods, costs, unit = 1, starts = STARTS, length = LENGTH }: Inputs<Options>,
  back: boolean,
): fc.Arbitrary<Story<Options>> {
  return options.chain((options) => {
    const whole = periods(options).map((period) => Math.max(unit, Math.round(period / unit) * unit))
    const longest = Math.ceil(Math.max(...whole) / unit)
    const steps = (min: number, max: number) => fc.integer({ min, max }).map((n) => n * unit)
    const around = whole.flatMap((period) => [period - unit, period, period + unit])
    const after = fc.oneof(
      { weight: 5, arbitrary: steps(0, 3) },
      { weight: 4, arbitrary: fc.constantFrom(...around) },
      { weight: 3, arbitrary: steps(0, 2 * longest) },
      { weight: 1, arbitrary: steps(0, 40 * longest) },
      ...(back ? [{ weight: 3, arbitrary: steps(-2 * longest, -1) }] : []),
    )
    const cost = costs?.(options) ?? fc.constant(1)
    return fc.record({
      options: fc.constant(options),
      start: fc.constantFrom(...starts),
      asked: fc
        .array(fc.record({ after, cost }), { minLength: 1, maxLength: length })
        .map(notBeforeTheStart),
    })
  })
}

/**
 * 5,000 gaps between requests, in units: nearly all of at most `dense`, some just about `period`, and a few
 * silences of three periods at most. No smallest one is sought: the first counterexample says enough.
 */
export const longGaps = (dense: number, period: number): fc.Arbitrary<number[]> =>
  fc.noShrink(
    fc.array(
      fc.oneof(
        { weight: 50, arbitrary: fc.integer({ min: 0, max: dense }) },
        { weight: 2, arbitrary: fc.constantFrom(period - 1, period, period + 1) },
        { weight: 1, arbitrary: fc.integer({ min: 0, max: 3 * period }) },
      ),
      { minLength: 5000, maxLength: 5000 },
    ),
  )
