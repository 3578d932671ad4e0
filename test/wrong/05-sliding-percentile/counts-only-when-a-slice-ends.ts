// misconception: The samples of the current slice are few, so they may wait and be counted when it ends or somebody asks.
// why: How many come into a slice is not known: 60,000 in one, and no question, keep half a MB where a histogram keeps nothing more.
// caught by: 80,000 samples in one window are kept in the memory of 20,000
import { Clock, fraction, integerAtLeast, multipleOf, nonNegativeFinite } from '#kit'

type Options = Readonly<Record<'windowMs' | 'slices' | 'relativeError', number>>

interface Histogram {
  readonly slice: number
  readonly counts: Map<number, number>
}

export class SlidingPercentile {
  readonly #sliceMs: number
  readonly #relativeError: number
  readonly #gamma: number
  readonly #clock = new Clock()
  #open: { slice: number; values: number[] } = { slice: Number.NEGATIVE_INFINITY, values: [] }
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

  record(now: number, value: number): void {
    nonNegativeFinite('value', value)
    const slice = this.#sliceOf(this.#clock.see(now))
    if (slice !== this.#open.slice) {
      this.#close()
      this.#open = { slice, values: [] }
    }
    this.#open.values.push(value)
  }

  percentile(now: number, p: number): number | undefined {
    fraction('p', p, 'or 1')
    this.#close()
    const merged = this.#merge(this.#sliceOf(this.#clock.see(now)))
    let n = 0
    for (const count of merged.values()) n += count
    const rank = Math.ceil(p * n)
    let passed = 0
    for (const bucket of [...merged.keys()].sort((a, b) => a - b)) {
      passed += merged.get(bucket) as number
      if (passed >= rank) return this.#answerOf(bucket)
    }
    return undefined
  }

  #close(): void {
    const { slice, values } = this.#open
    if (values.length === 0) return
    const { counts } = this.#histogramAt(slice)
    for (const value of values) {
      const bucket = this.#bucketOf(value)
      counts.set(bucket, (counts.get(bucket) ?? 0) + 1)
    }
    this.#open = { slice, values: [] }
  }

  #sliceOf(time: number): number {
    return Math.floor(time / this.#sliceMs)
  }

  #histogramAt(slice: number): Histogram {
    const length = this.#ring.length
    const place = ((slice % length) + length) % length
    const found = this.#ring[place] as Histogram
    if (found.slice === slice) return found
    const fresh: Histogram = { slice, counts: new Map() }
    this.#ring[place] = fresh
    return fresh
  }

  #merge(latest: number): Map<number, number> {
    const merged = new Map<number, number>()
    for (const { slice, counts } of this.#ring) {
      if (slice <= latest - this.#ring.length) continue
      for (const [bucket, count] of counts) merged.set(bucket, (merged.get(bucket) ?? 0) + count)
    }
    return merged
  }

  #bucketOf(value: number): number {
    return Math.ceil(Math.log(value) / Math.log(this.#gamma))
  }

  #answerOf(bucket: number): number {
    return (1 + this.#relativeError) * this.#gamma ** (bucket - 1)
  }
}
