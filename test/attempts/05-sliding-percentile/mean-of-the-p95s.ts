// contains: averages-the-slices-percentiles, floors-the-rank
import { Clock, fraction, integerAtLeast, multipleOf, nonNegativeFinite } from '#kit'

type Options = Readonly<Record<'windowMs' | 'slices' | 'relativeError', number>>

/** Counts by bucket of one slice. */
class Slice {
  readonly number: number
  readonly counts = new Map<number, number>()
  total = 0

  constructor(number: number) {
    this.number = number
  }

  add(bucket: number): void {
    this.counts.set(bucket, (this.counts.get(bucket) ?? 0) + 1)
    this.total++
  }

  bucketAt(p: number): number {
    let rank = Math.floor(p * this.total)
    let last = 0
    for (const [bucket, count] of [...this.counts].sort(([a], [b]) => a - b)) {
      last = bucket
      rank -= count
      if (rank <= 0) break
    }
    return last
  }
}

export class SlidingPercentile {
  readonly #slices: number
  readonly #sliceMs: number
  readonly #relativeError: number
  readonly #clock = new Clock()
  #live: Slice[] = []

  constructor({ windowMs, slices, relativeError }: Options) {
    integerAtLeast('slices', slices, 1)
    multipleOf('windowMs', windowMs, slices)
    fraction('relativeError', relativeError)
    this.#slices = slices
    this.#sliceMs = windowMs / slices
    this.#relativeError = relativeError
  }

  record(now: number, value: number): void {
    nonNegativeFinite('value', value)
    const current = this.#forget(this.#clock.see(now))
    if (this.#live.at(-1)?.number !== current) this.#live.push(new Slice(current))
    this.#live.at(-1)?.add(Math.ceil(Math.log(value) / Math.log(this.#gamma())))
  }

  percentile(now: number, p: number): number | undefined {
    fraction('p', p, 'or 1')
    this.#forget(this.#clock.see(now))
    if (this.#live.length === 0) return undefined
    let sum = 0
    for (const slice of this.#live) {
      sum += (1 - this.#relativeError) * this.#gamma() ** slice.bucketAt(p)
    }
    return sum / this.#live.length
  }

  #forget(time: number): number {
    const current = Math.floor(time / this.#sliceMs)
    this.#live = this.#live.filter(({ number }) => current - number < this.#slices)
    return current
  }

  #gamma = () => (1 + this.#relativeError) / (1 - this.#relativeError)
}
