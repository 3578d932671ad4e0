// misconception: Moving on from the place of the last slice to that of the new one and clearing what lies between leaves the ring clean.
// why: After a whole lap the two are the same place, and nothing is cleared. Ten slices of 100 ms, record(350, 1000), record(1350, 5): p100 at 1350 gives 1000; the right value is 5.
// caught by: after a pause of a whole lap nothing of the lap before is left
import { Clock, fraction, integerAtLeast, multipleOf, nonNegativeFinite } from '#kit'

type Options = Readonly<Record<'windowMs' | 'slices' | 'relativeError', number>>

export class SlidingPercentile {
  readonly #sliceMs: number
  readonly #slices: number
  readonly #relativeError: number
  readonly #gamma: number
  readonly #clock = new Clock()
  readonly #ring: Map<number, number>[]
  #place = 0

  constructor({ windowMs, slices, relativeError }: Options) {
    integerAtLeast('slices', slices, 1)
    multipleOf('windowMs', windowMs, slices)
    fraction('relativeError', relativeError)
    this.#sliceMs = windowMs / slices
    this.#slices = slices
    this.#ring = Array.from({ length: slices }, () => new Map())
    this.#relativeError = relativeError
    this.#gamma = (1 + relativeError) / (1 - relativeError)
  }

  record(now: number, value: number): void {
    nonNegativeFinite('value', value)
    const counts = this.#advance(this.#clock.see(now))
    const bucket = this.#bucketOf(value)
    counts.set(bucket, (counts.get(bucket) ?? 0) + 1)
  }

  percentile(now: number, p: number): number | undefined {
    fraction('p', p, 'or 1')
    this.#advance(this.#clock.see(now))
    return this.#percentileOf(this.#merge(), p)
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

  #advance(time: number): Map<number, number> {
    const slice = Math.floor(time / this.#sliceMs)
    const place = ((slice % this.#slices) + this.#slices) % this.#slices
    while (this.#place !== place) {
      this.#place = (this.#place + 1) % this.#slices
      this.#ring[this.#place] = new Map()
    }
    return this.#ring[place] as Map<number, number>
  }

  #merge(): Map<number, number> {
    const merged = new Map<number, number>()
    for (const counts of this.#ring) {
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
