// misconception: A few bits say in which lap of the ring a slice was written.
// why: After 256 laps the number is the same again, and a ring in which nothing happened seems fresh. Ten slices of 100 ms, record(0, 5): at 256000 it answers 5; right is undefined.
// caught by: after a pause of some laps, or a few slices more, neither
import { Clock, fraction, integerAtLeast, multipleOf, nonNegativeFinite } from '#kit'

type Options = Readonly<Record<'windowMs' | 'slices' | 'relativeError', number>>

interface Histogram {
  readonly lap: number
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
    this.#ring = Array.from({ length: slices }, () => ({ lap: 0, counts: new Map() }))
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

  #placeOf(slice: number): number {
    return slice - Math.floor(slice / this.#ring.length) * this.#ring.length
  }

  #lapOf(slice: number): number {
    return Math.floor(slice / this.#ring.length) & 0xff
  }

  #histogramAt(slice: number): Histogram {
    const place = this.#placeOf(slice)
    const found = this.#ring[place] as Histogram
    const lap = this.#lapOf(slice)
    if (found.lap === lap) return found
    const fresh: Histogram = { lap, counts: new Map() }
    this.#ring[place] = fresh
    return fresh
  }

  #merge(latest: number): Map<number, number> {
    const merged = new Map<number, number>()
    for (let slice = latest - this.#ring.length + 1; slice <= latest; slice++) {
      const { lap, counts } = this.#ring[this.#placeOf(slice)] as Histogram
      if (lap !== this.#lapOf(slice)) continue
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
