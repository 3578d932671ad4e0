// misconception: A float of 32 bits is near enough for a value that is rounded to a bucket anyway.
// why: Right beside an edge it falls into the other bucket, and is off by more than e and a billionth of it. Error 0.5: 3 and a little, 3 · (1 + 2^-26), is taken for 3 and answered as 1.5; right is a little above that at least.
// caught by: values at powers of 3, where an error of 0.5 has its edges
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
    const { counts } = this.#histogramAt(this.#sliceOf(this.#clock.see(now)))
    const bucket = this.#bucketOf(value)
    counts.set(bucket, (counts.get(bucket) ?? 0) + 1)
  }

  percentile(now: number, p: number): number | undefined {
    fraction('p', p, 'or 1')
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
    return Math.ceil(Math.log(Math.fround(value)) / Math.log(this.#gamma))
  }

  #answerOf(bucket: number): number {
    return (1 + this.#relativeError) * this.#gamma ** (bucket - 1)
  }
}
