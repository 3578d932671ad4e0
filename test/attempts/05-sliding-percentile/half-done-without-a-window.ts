// contains: nothing listed
import { Clock, fraction, integerAtLeast, multipleOf, nonNegativeFinite } from '#kit'

type Options = Readonly<Record<'windowMs' | 'slices' | 'relativeError', number>>

export class SlidingPercentile {
  readonly #gamma: number
  readonly #relativeError: number
  readonly #clock = new Clock()
  readonly #counts = new Map<number, number>()
  #n = 0

  constructor({ windowMs, slices, relativeError }: Options) {
    integerAtLeast('slices', slices, 1)
    multipleOf('windowMs', windowMs, slices)
    fraction('relativeError', relativeError)
    this.#relativeError = relativeError
    this.#gamma = (1 + relativeError) / (1 - relativeError)
  }

  record(now: number, value: number): void {
    nonNegativeFinite('value', value)
    this.#clock.see(now)
    const bucket = Math.ceil(Math.log(value) / Math.log(this.#gamma))
    this.#counts.set(bucket, (this.#counts.get(bucket) ?? 0) + 1)
    this.#n++
  }

  percentile(now: number, p: number): number | undefined {
    fraction('p', p, 'or 1')
    this.#clock.see(now)
    let seen = 0
    for (const bucket of [...this.#counts.keys()].sort((a, b) => a - b)) {
      seen += this.#counts.get(bucket) ?? 0
      if (seen >= p * this.#n) return (1 + this.#relativeError) * this.#gamma ** (bucket - 1)
    }
    return undefined
  }
}
