// misconception: The percentile of the window is the average of its slices' percentiles.
// why: Percentiles do not add up. 100 times 10 in one slice, 90 times 10 and 10 times 1000 in the next: p95 gives about 505, the average of 10 and 1000; the right value is 10.
// caught by: two slices whose p95 are 10 and 1000: together it is 10
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
    counts.set(bucket, (counts.get(bucket) ?? 0) + 1)
  }

  percentile(now: number, p: number): number | undefined {
    fraction('p', p, 'or 1')
    const latest = this.#sliceOf(this.#clock.see(now))
    const all = this.#live(latest).map(({ counts }) => this.#percentileOf(counts, p) as number)
    return all.length === 0 ? undefined : all.reduce((sum, one) => sum + one, 0) / all.length
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

  #bucketOf(value: number): number {
    return Math.ceil(Math.log(value) / Math.log(this.#gamma))
  }

  #answerOf(bucket: number): number {
    return (1 + this.#relativeError) * this.#gamma ** (bucket - 1)
  }
}
