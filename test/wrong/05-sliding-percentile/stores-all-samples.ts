// misconception: An array of samples and a sort need no buckets.
// why: The answers are even exact, but memory grows with the traffic: 80,000 samples in one window keep some MB where a histogram keeps what 20,000 do.
// caught by: 80,000 samples in one window are kept in the memory of 20,000
import { Clock, fraction, integerAtLeast, multipleOf, nonNegativeFinite } from '#kit'

type Options = Readonly<Record<'windowMs' | 'slices' | 'relativeError', number>>

export class SlidingPercentile {
  readonly #sliceMs: number
  readonly #slices: number
  readonly #clock = new Clock()
  #samples: { slice: number; value: number }[] = []

  constructor({ windowMs, slices, relativeError }: Options) {
    integerAtLeast('slices', slices, 1)
    multipleOf('windowMs', windowMs, slices)
    fraction('relativeError', relativeError)
    this.#sliceMs = windowMs / slices
    this.#slices = slices
  }

  record(now: number, value: number): void {
    nonNegativeFinite('value', value)
    const slice = Math.floor(this.#clock.see(now) / this.#sliceMs)
    this.#samples.push({ slice, value })
  }

  percentile(now: number, p: number): number | undefined {
    fraction('p', p, 'or 1')
    const oldest = Math.floor(this.#clock.see(now) / this.#sliceMs) - this.#slices
    this.#samples = this.#samples.filter(({ slice }) => slice > oldest)
    const sorted = this.#samples.map(({ value }) => value).sort((a, b) => a - b)
    return sorted[Math.ceil(p * sorted.length) - 1]
  }
}
