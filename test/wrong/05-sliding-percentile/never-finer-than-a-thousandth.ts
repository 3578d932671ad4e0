// misconception: A thousandth is as near as anybody needs, and saves memory.
// why: relativeError is the caller’s to choose. Error 0.0003: values around 100 are answered up to 0.1 off; right is 0.03 at most.
// caught by: an error of 0.0003 holds, too
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
    this.#relativeError = Math.max(0.001, relativeError)
    this.#gamma = (1 + this.#relativeError) / (1 - this.#relativeError)
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
    return Math.ceil(Math.log(value) / Math.log(this.#gamma))
  }

  #answerOf(bucket: number): number {
    return (1 + this.#relativeError) * this.#gamma ** (bucket - 1)
  }
}
