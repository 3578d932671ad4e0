// contains: rounds-the-rank, answers-zero-for-nothing
import { Clock, fraction, integerAtLeast, multipleOf, nonNegativeFinite } from '#kit'

type Options = Readonly<Record<'windowMs' | 'slices' | 'relativeError', number>>

export class SlidingPercentile {
  readonly #slices: number
  readonly #sliceMs: number
  readonly #relativeError: number
  readonly #clock = new Clock()
  #current = 0
  #ring: Map<number, number>[]

  constructor({ windowMs, slices, relativeError }: Options) {
    integerAtLeast('slices', slices, 1)
    multipleOf('windowMs', windowMs, slices)
    fraction('relativeError', relativeError)
    this.#slices = slices
    this.#sliceMs = windowMs / slices
    this.#relativeError = relativeError
    this.#ring = Array.from({ length: slices }, () => new Map())
  }

  record(now: number, value: number): void {
    nonNegativeFinite('value', value)
    this.#turn(now)
    const bucket = value === 0 ? Number.NEGATIVE_INFINITY : Math.ceil(this.#log(value))
    const counts = this.#ring.at(-1) as Map<number, number>
    counts.set(bucket, (counts.get(bucket) || 0) + 1)
  }

  percentile(now: number, p: number): number | undefined {
    fraction('p', p, 'or 1')
    this.#turn(now)
    const all: [number, number][] = []
    let n = 0
    for (const counts of this.#ring) {
      for (const [bucket, count] of counts) {
        all.push([bucket, count])
        n += count
      }
    }
    if (n === 0) return 0
    all.sort((a, b) => (a[0] < b[0] ? -1 : 1))
    let left = Math.max(1, Math.round(n * p))
    for (const [bucket, count] of all) {
      left -= count
      if (left < 1) return (1 - this.#relativeError) * this.#gamma() ** bucket
    }
    return 0
  }

  #gamma() {
    return (1 + this.#relativeError) / (1 - this.#relativeError)
  }

  #log(value: number) {
    return Math.log(value) / Math.log(this.#gamma())
  }

  /** The ring turns once for each slice that has begun since. */
  #turn(now: number) {
    const slice = Math.floor(this.#clock.see(now) / this.#sliceMs)
    const turns = Math.min(slice - this.#current, this.#slices)
    for (let i = 0; i < turns; i++) {
      this.#ring.shift()
      this.#ring.push(new Map())
    }
    this.#current = slice
  }
}
