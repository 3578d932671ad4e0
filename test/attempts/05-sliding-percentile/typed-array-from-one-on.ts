// contains: one-bucket-for-all-below-one, answers-the-upper-edge-of-the-bucket
import { Clock, fraction, integerAtLeast, multipleOf, nonNegativeFinite } from '#kit'

type Options = Readonly<Record<'windowMs' | 'slices' | 'relativeError', number>>

/** Up to 1e12. */
const HIGHEST = Math.log(1e12)

export class SlidingPercentile {
  readonly #slices: number
  readonly #sliceMs: number
  readonly #clock = new Clock()
  readonly #gamma: number
  readonly #counts: Float64Array[]
  readonly #numbers: number[]

  constructor({ windowMs, slices, relativeError }: Options) {
    integerAtLeast('slices', slices, 1)
    multipleOf('windowMs', windowMs, slices)
    fraction('relativeError', relativeError)
    this.#slices = slices
    this.#sliceMs = windowMs / slices
    this.#gamma = (1 + relativeError) / (1 - relativeError)
    const size = Math.ceil(HIGHEST / Math.log(this.#gamma)) + 2
    this.#counts = Array.from({ length: slices }, () => new Float64Array(size))
    this.#numbers = new Array(slices).fill(Number.NEGATIVE_INFINITY)
  }

  record(now: number, value: number): void {
    nonNegativeFinite('value', value)
    const slice = Math.floor(this.#clock.see(now) / this.#sliceMs)
    const place = ((slice % this.#slices) + this.#slices) % this.#slices
    const counts = this.#counts[place] as Float64Array
    if (this.#numbers[place] !== slice) counts.fill(0)
    this.#numbers[place] = slice
    const bucket = value <= 1 ? 0 : Math.ceil(Math.log(value) / Math.log(this.#gamma))
    counts[bucket] = (counts[bucket] as number) + 1
  }

  percentile(now: number, p: number): number | undefined {
    fraction('p', p, 'or 1')
    const slice = Math.floor(this.#clock.see(now) / this.#sliceMs)
    const live = this.#counts.filter((_, i) => slice - (this.#numbers[i] as number) < this.#slices)
    const merged = new Float64Array(this.#counts[0]?.length ?? 0)
    let n = 0
    for (const counts of live) {
      counts.forEach((count, bucket) => {
        merged[bucket] = (merged[bucket] as number) + count
        n += count
      })
    }
    if (n === 0) return undefined
    let left = Math.ceil(p * n)
    const found = merged.findIndex((count) => {
      left -= count
      return left <= 0
    })
    return this.#gamma ** found
  }
}
