// misconception: A bucket of one slice never sees more than 65,535 samples.
// why: A busy service does, and the count begins at 0 again. 200,000 times 5 and 100,000 times 500: 3,392 and 34,464 are left, and p60 gives 500; the right value is 5.
// caught by: 200,000 equal samples are more than 100,000 others
import { Clock, fraction, integerAtLeast, multipleOf, nonNegativeFinite } from '#kit'

type Options = Readonly<Record<'windowMs' | 'slices' | 'relativeError', number>>
type Histogram = { slice: number; counts: Map<number, number> }

export class SlidingPercentile {
  readonly #sliceMs: number
  readonly #slices: number
  readonly #relativeError: number
  readonly #gamma: number
  readonly #clock = new Clock()
  readonly #ring: Histogram[] = []

  constructor({ windowMs, slices, relativeError }: Options) {
    integerAtLeast('slices', slices, 1)
    multipleOf('windowMs', windowMs, slices)
    fraction('relativeError', relativeError)
    this.#sliceMs = windowMs / slices
    this.#slices = slices
    this.#relativeError = relativeError
    this.#gamma = (1 + relativeError) / (1 - relativeError)
  }

  record(now: number, value: number): void {
    nonNegativeFinite('value', value)
    const slice = this.#sliceOf(this.#clock.see(now))
    const { counts } = this.#histogramAt(slice)
    const bucket = this.#bucketOf(value)
    counts.set(bucket, ((counts.get(bucket) ?? 0) + 1) % 65_536)
  }

  percentile(now: number, p: number): number | undefined {
    fraction('p', p, 'or 1')
    const latest = this.#sliceOf(this.#clock.see(now))
    return this.#percentileOf(this.#merge(this.#live(latest)), p)
  }

  #percentileOf(counts: Map<number, number>, p: number): number | undefined {
    let n = 0
    for (const count of counts.values()) n += count
    const rank = Math.ceil(p * n)
    let passed = 0
    for (const bucket of [...counts.keys()].sort((a, b) => a - b)) {
      passed += counts.get(bucket) as number
      if (passed >= rank) return this.#answerOf(bucket)
    }
    return undefined
  }

  #sliceOf(time: number): number {
    return Math.floor(time / this.#sliceMs)
  }

  #histogramAt(slice: number): Histogram {
    const place = ((slice % this.#slices) + this.#slices) % this.#slices
    const found = this.#ring[place]
    if (found?.slice === slice) return found
    const fresh: Histogram = { slice, counts: new Map() }
    this.#ring[place] = fresh
    return fresh
  }

  #live(latest: number): Histogram[] {
    return this.#ring.filter((one) => one && one.slice > latest - this.#slices)
  }

  #merge(live: readonly Histogram[]): Map<number, number> {
    const merged = new Map<number, number>()
    for (const { counts } of live) {
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
