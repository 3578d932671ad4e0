// contains: stores-all-samples
import { Clock, fraction, integerAtLeast, multipleOf, nonNegativeFinite } from '#kit'

type Options = Readonly<Record<'windowMs' | 'slices' | 'relativeError', number>>

export class SlidingPercentile {
  readonly #windowMs: number
  readonly #clock = new Clock()
  #times: number[] = []
  #values: number[] = []

  constructor({ windowMs, slices, relativeError }: Options) {
    integerAtLeast('slices', slices, 1)
    multipleOf('windowMs', windowMs, slices)
    fraction('relativeError', relativeError)
    this.#windowMs = windowMs
  }

  record(now: number, value: number): void {
    nonNegativeFinite('value', value)
    this.#times.push(this.#clock.see(now))
    this.#values.push(value)
  }

  percentile(now: number, p: number): number | undefined {
    fraction('p', p, 'or 1')
    const start = this.#clock.see(now) - this.#windowMs
    const first = this.#times.findIndex((time) => time > start)
    this.#times = first < 0 ? [] : this.#times.slice(first)
    this.#values = first < 0 ? [] : this.#values.slice(first)
    const sorted = this.#values.toSorted((a, b) => a - b)
    return sorted[Math.ceil(p * sorted.length) - 1]
  }
}
