import { Clock, fraction, integerAtLeast, multipleOf, nonNegativeFinite } from '#kit'

/** `windowMs`: a multiple of `slices`; `slices`: an integer ≥ 1; `relativeError`: above 0, below 1. */
type Options = Readonly<Record<'windowMs' | 'slices' | 'relativeError', number>>

/** How many samples of one slice of time fell into each bucket, by the bucket's number. */
interface Histogram {
  readonly slice: number
  readonly counts: Map<number, number>
}

/**
 * The sliding percentile with a running total: each doubling is cut into equally wide buckets, as HDR
 * histograms have it, and a slice that is past is subtracted from the total, once. Its contract is the
 * sliding percentile's; of the answers that are near enough it may give another.
 *
 * It trades memory and care for time: `percentile` passes over the buckets of one histogram, not of
 * all slices, at the price of the total beside them, which has to follow each slice that comes or
 * goes. Counts are whole numbers, so subtracting is exact; with sums of floats it would not be.
 */
export class SlidingPercentile {
  readonly #sliceMs: number
  readonly #slices: number
  /** Buckets in a doubling. The widest, the first, is 1 / #cuts of its values wide: e to either side. */
  readonly #cuts: number
  readonly #clock = new Clock()
  /** The slices that count, oldest first. */
  readonly #live: Histogram[] = []
  readonly #total = new Map<number, number>()
  #n = 0

  constructor({ windowMs, slices, relativeError }: Options) {
    integerAtLeast('slices', slices, 1)
    multipleOf('windowMs', windowMs, slices)
    fraction('relativeError', relativeError)
    this.#sliceMs = windowMs / slices
    this.#slices = slices
    this.#cuts = Math.ceil(1 / (2 * relativeError))
  }

  /** Takes in a sample: a finite `value` ≥ 0. */
  record(now: number, value: number): void {
    nonNegativeFinite('value', value)
    const slice = this.#advance(now)
    if (this.#live.at(-1)?.slice !== slice) this.#live.push({ slice, counts: new Map() })
    const { counts } = this.#live.at(-1) as Histogram
    const bucket = this.#bucketOf(value)
    counts.set(bucket, (counts.get(bucket) ?? 0) + 1)
    this.#add(bucket, 1)
  }

  /** Returns the ⌈p·n⌉-th smallest of the n samples, give or take `relativeError`; none: `undefined`. */
  percentile(now: number, p: number): number | undefined {
    fraction('p', p, 'or 1')
    this.#advance(now)
    let left = Math.ceil(p * this.#n)
    for (const [bucket, count] of [...this.#total].sort(([a], [b]) => a - b)) {
      left -= count
      if (left <= 0) return this.#answerOf(bucket)
    }
    return undefined
  }

  /** Lets go what is past at `now`, slice by slice, however many are; returns the latest slice. */
  #advance(now: number): number {
    const latest = Math.floor(this.#clock.see(now) / this.#sliceMs)
    // Invariant: #total is the sum of the histograms of #live, and #n that of its counts.
    let oldest = this.#live[0]
    while (oldest && oldest.slice <= latest - this.#slices) {
      for (const [bucket, count] of oldest.counts) this.#add(bucket, -count)
      this.#live.shift()
      oldest = this.#live[0]
    }
    return latest
  }

  #add(bucket: number, count: number): void {
    const sum = (this.#total.get(bucket) ?? 0) + count
    if (sum === 0) this.#total.delete(bucket)
    else this.#total.set(bucket, sum)
    this.#n += count
  }

  /**
   * The doubling, then the place in it. Where a logarithm is rounded to the wrong doubling, the place
   * is just outside of it, which is the right bucket of its neighbour. The last doubling starts at
   * 2^1023, though the logarithm of the largest numbers is rounded to 1024. 0 is below all of them.
   */
  #bucketOf(value: number): number {
    if (value === 0) return Number.NEGATIVE_INFINITY
    const doubling = Math.min(1023, Math.floor(Math.log2(value)))
    return doubling * this.#cuts + Math.floor((value / 2 ** doubling - 1) * this.#cuts)
  }

  /** The middle of the bucket. */
  #answerOf(bucket: number): number {
    if (bucket === Number.NEGATIVE_INFINITY) return 0
    const doubling = Math.floor(bucket / this.#cuts)
    const place = bucket - doubling * this.#cuts
    return 2 ** doubling * (1 + (place + 0.5) / this.#cuts)
  }
}
