// contains: keeps-a-late-sample-at-its-own-time, never-frees-what-is-past
import { Clock, fraction, integerAtLeast, multipleOf, nonNegativeFinite } from '#kit'

type Options = Readonly<Record<'windowMs' | 'slices' | 'relativeError', number>>

export class SlidingPercentile {
  readonly #slices: number
  readonly #sliceMs: number
  readonly #relativeError: number
  readonly #clock = new Clock()
  readonly #histograms = new Map<number, Map<number, number>>()

  constructor({ windowMs, slices, relativeError }: Options) {
    integerAtLeast('slices', slices, 1)
    multipleOf('windowMs', windowMs, slices)
    fraction('relativeError', relativeError)
    this.#slices = slices
    this.#sliceMs = windowMs / slices
    this.#relativeError = relativeError
  }

  get #gamma(): number {
    return (1 + this.#relativeError) / (1 - this.#relativeError)
  }

  record(now: number, value: number): void {
    nonNegativeFinite('value', value)
    this.#clock.see(now)
    const slice = Math.floor(now / this.#sliceMs)
    let counts = this.#histograms.get(slice)
    if (!counts) {
      counts = new Map()
      this.#histograms.set(slice, counts)
    }
    const bucket = Math.ceil(Math.log(value) / Math.log(this.#gamma))
    counts.set(bucket, (counts.get(bucket) ?? 0) + 1)
  }

  percentile(now: number, p: number): number | undefined {
    fraction('p', p, 'or 1')
    const latest = Math.floor(this.#clock.see(now) / this.#sliceMs)
    const merged = new Map<number, number>()
    let n = 0
    for (let slice = latest; slice > latest - this.#slices; slice--) {
      for (const [bucket, count] of this.#histograms.get(slice) ?? []) {
        merged.set(bucket, (merged.get(bucket) ?? 0) + count)
        n += count
      }
    }
    let rank = Math.ceil(p * n)
    for (const [bucket, count] of [...merged].sort((a, b) => a[0] - b[0])) {
      rank -= count
      if (rank <= 0) return (1 - this.#relativeError) * this.#gamma ** bucket
    }
    return undefined
  }
}
