import { Clock, fraction, integerAtLeast, multipleOf, nonNegativeFinite, todo } from '#kit'

/** `windowMs`: a multiple of `slices`; `slices`: an integer ≥ 1; `relativeError`: above 0, below 1. */
type Options = Readonly<Record<'windowMs' | 'slices' | 'relativeError', number>>

/**
 * Percentiles of the last `windowMs` ms, cut into `slices` of equal length, without the samples. One
 * counts at `now` while its slice, ⌊t / sliceMs⌋, is among the last `slices` up to that of `now`.
 * A `now` earlier than the latest one seen, by either method, counts as the latest one seen.
 * Memory: does not grow with the number of samples.
 */
export class SlidingPercentile {
  readonly #slices: number
  readonly #sliceMs: number
  readonly #relativeError: number
  readonly #clock = new Clock()

  constructor({ windowMs, slices, relativeError }: Options) {
    integerAtLeast('slices', slices, 1)
    multipleOf('windowMs', windowMs, slices)
    fraction('relativeError', relativeError)
    this.#slices = slices
    this.#sliceMs = windowMs / slices
    this.#relativeError = relativeError
  }

  /** Takes in a sample: a finite `value` ≥ 0. */
  record(now: number, value: number): void {
    nonNegativeFinite('value', value)
    const time = this.#clock.see(now)
    todo('take the sample in', time, this.#sliceMs, this.#relativeError)
  }

  /** Returns the ⌈p·n⌉-th smallest of the n samples, give or take `relativeError`; none: `undefined`. */
  percentile(now: number, p: number): number | undefined {
    fraction('p', p, 'or 1')
    const time = this.#clock.see(now)
    return todo('return the percentile of the samples that count', time, this.#slices)
  }
}
