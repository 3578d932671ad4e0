import { Clock, fraction, integerAtLeast, multipleOf, nonNegativeFinite } from '#kit'

/** `windowMs`: a multiple of `slices`; `slices`: an integer ≥ 1; `relativeError`: above 0, below 1. */
type Options = Readonly<Record<'windowMs' | 'slices' | 'relativeError', number>>

/** How many samples of one slice of time fell into each bucket, by the bucket's number. */
interface Histogram {
  readonly slice: number
  readonly counts: Map<number, number>
}

/**
 * Percentiles of the last `windowMs` ms, cut into `slices` of equal length, without the samples. One
 * counts at `now` while its slice, ⌊t / sliceMs⌋, is among the last `slices` up to that of `now`.
 * A `now` earlier than the latest one seen, by either method, counts as the latest one seen.
 *
 * Buckets: with γ = (1 + e) / (1 − e), bucket i holds the values in (γ^(i−1), γ^i]. It is answered as
 * (1 + e)·γ^(i−1), which is the same as (1 − e)·γ^i. A value x of the bucket is above the lower edge,
 * so the answer is less than (1 + e)·x, and at most the upper edge, so it is at least (1 − e)·x.
 *
 * Why merging is exact: the bucket of a sample depends on its value alone. So the sum of the slices'
 * counts is, bucket by bucket, the histogram that all live samples together would have made.
 *
 * Cost: `record` constant, `percentile` one pass over the buckets of all slices and a sort of those in
 * use. Memory: at most `slices` times the buckets in use, 2,418 of them for 1 % from 1e-9 to 1e12.
 */
export class SlidingPercentile {
  readonly #sliceMs: number
  readonly #relativeError: number
  readonly #gamma: number
  readonly #clock = new Clock()
  /** Slice s lies at s mod the ring's length; its place may still hold one that is long past. */
  readonly #ring: Histogram[]

  constructor({ windowMs, slices, relativeError }: Options) {
    integerAtLeast('slices', slices, 1)
    multipleOf('windowMs', windowMs, slices)
    fraction('relativeError', relativeError)
    this.#sliceMs = windowMs / slices
    this.#relativeError = relativeError
    this.#gamma = (1 + relativeError) / (1 - relativeError)
    const none: Histogram = { slice: Number.NEGATIVE_INFINITY, counts: new Map() }
    this.#ring = Array.from({ length: slices }, () => none)
  }

  /** Takes in a sample: a finite `value` ≥ 0. */
  record(now: number, value: number): void {
    nonNegativeFinite('value', value)
    const { counts } = this.#histogramAt(this.#sliceOf(this.#clock.see(now)))
    const bucket = this.#bucketOf(value)
    counts.set(bucket, (counts.get(bucket) ?? 0) + 1)
  }

  /** Returns the ⌈p·n⌉-th smallest of the n samples, give or take `relativeError`; none: `undefined`. */
  percentile(now: number, p: number): number | undefined {
    fraction('p', p, 'or 1')
    const merged = this.#merge(this.#sliceOf(this.#clock.see(now)))
    let n = 0
    for (const count of merged.values()) n += count
    const rank = Math.ceil(p * n)
    let passed = 0
    for (const bucket of [...merged.keys()].sort((a, b) => a - b)) {
      passed += merged.get(bucket) as number
      // Invariant: the samples of the buckets so far are the `passed` smallest.
      if (passed >= rank) return this.#answerOf(bucket)
    }
    return undefined
  }

  #sliceOf(time: number): number {
    return Math.floor(time / this.#sliceMs)
  }

  /** The histogram of the latest slice; the one whose place it takes is at least a lap old. */
  #histogramAt(slice: number): Histogram {
    const length = this.#ring.length
    const place = ((slice % length) + length) % length
    const found = this.#ring[place] as Histogram
    if (found.slice === slice) return found
    const fresh: Histogram = { slice, counts: new Map() }
    this.#ring[place] = fresh
    return fresh
  }

  /** Each slice bears its number, so that what is past is known, however long nobody called. */
  #merge(latest: number): Map<number, number> {
    const merged = new Map<number, number>()
    for (const { slice, counts } of this.#ring) {
      if (slice <= latest - this.#ring.length) continue
      for (const [bucket, count] of counts) merged.set(bucket, (merged.get(bucket) ?? 0) + count)
    }
    return merged
  }

  /** 0 needs no case of its own: log 0 is −∞, which sorts before all others, and γ^−∞ is 0. */
  #bucketOf(value: number): number {
    return Math.ceil(Math.log(value) / Math.log(this.#gamma))
  }

  #answerOf(bucket: number): number {
    return (1 + this.#relativeError) * this.#gamma ** (bucket - 1)
  }
}
