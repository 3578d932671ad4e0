// misconception: Nobody asks for more than p99.9, so p is a number of thousandths.
// why: p is any number above 0. Of 1 and 10 p = 0.5001 gives 1, since 0.5 · 2 is 1; the right value is 10.
// caught by: it is the ⌈p·n⌉-th smallest, for every p
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
    const rank = Math.max(1, Math.ceil((Math.round(p * 1000) * n) / 1000))
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
    return Math.ceil(Math.log(value) / Math.log(this.#gamma))
  }

  #answerOf(bucket: number): number {
    return (1 + this.#relativeError) * this.#gamma ** (bucket - 1)
  }
}
