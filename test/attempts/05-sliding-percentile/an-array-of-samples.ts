// contains: stores-all-samples, counts-the-rank-from-zero
import { Clock, fraction, integerAtLeast, multipleOf, nonNegativeFinite } from '#kit'

type Options = Readonly<Record<'windowMs' | 'slices' | 'relativeError', number>>

export class SlidingPercentile {
  readonly #slices: number
  readonly #sliceMs: number
  readonly #clock = new Clock()
  readonly #samples: { slice: number; value: number }[] = []

  constructor({ windowMs, slices, relativeError }: Options) {
    integerAtLeast('slices', slices, 1)
    multipleOf('windowMs', windowMs, slices)
    fraction('relativeError', relativeError)
    this.#slices = slices
    this.#sliceMs = windowMs / slices
  }

  record(now: number, value: number): void {
    nonNegativeFinite('value', value)
    const time = this.#clock.see(now)
    this.#samples.push({ slice: Math.floor(time / this.#sliceMs), value })
  }

  percentile(now: number, p: number): number | undefined {
    fraction('p', p, 'or 1')
    const time = this.#clock.see(now)
    const oldest = Math.floor(time / this.#sliceMs) - this.#slices + 1
    while (this.#samples[0] && this.#samples[0].slice < oldest) this.#samples.shift()
    const sorted = this.#samples.map(({ value }) => value).sort((a, b) => a - b)
    return sorted[Math.floor(p * sorted.length)]
  }
}
