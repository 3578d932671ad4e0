// contains: keeps-an-expired-slice-after-an-idle-lap, sorts-the-buckets-as-text
import { Clock, fraction, integerAtLeast, multipleOf, nonNegativeFinite } from '#kit'

type Options = Readonly<Record<'windowMs' | 'slices' | 'relativeError', number>>

export class SlidingPercentile {
  readonly #slices: number
  readonly #sliceMs: number
  readonly #relativeError: number
  readonly #clock = new Clock()
  readonly #ring: Record<string, number>[]
  #at = 0

  constructor({ windowMs, slices, relativeError }: Options) {
    integerAtLeast('slices', slices, 1)
    multipleOf('windowMs', windowMs, slices)
    fraction('relativeError', relativeError)
    this.#slices = slices
    this.#sliceMs = windowMs / slices
    this.#relativeError = relativeError
    this.#ring = Array.from({ length: slices }, () => ({}))
  }

  record(now: number, value: number): void {
    nonNegativeFinite('value', value)
    this.#turnTo(this.#clock.see(now))
    const counts = this.#ring[this.#at] as Record<string, number>
    const bucket = String(this.#bucketOf(value))
    counts[bucket] = (counts[bucket] ?? 0) + 1
  }

  percentile(now: number, p: number): number | undefined {
    fraction('p', p, 'or 1')
    this.#turnTo(this.#clock.see(now))
    const total: Record<string, number> = {}
    let n = 0
    for (const counts of this.#ring) {
      for (const [bucket, count] of Object.entries(counts)) {
        total[bucket] = (total[bucket] ?? 0) + count
        n += count
      }
    }
    const rank = Math.ceil(p * n)
    let seen = 0
    for (const bucket of Object.keys(total).sort()) {
      seen += total[bucket] as number
      if (seen >= rank) return this.#valueOf(Number(bucket))
    }
    return undefined
  }

  /** Empties the places from the last one to the one of this time. */
  #turnTo(time: number): void {
    const slice = Math.floor(time / this.#sliceMs)
    const goal = ((slice % this.#slices) + this.#slices) % this.#slices
    for (; this.#at !== goal; ) {
      this.#at = this.#at + 1 === this.#slices ? 0 : this.#at + 1
      this.#ring[this.#at] = {}
    }
  }

  #bucketOf(value: number): number {
    return Math.ceil(
      Math.log(value) / Math.log((1 + this.#relativeError) / (1 - this.#relativeError)),
    )
  }

  #valueOf(bucket: number): number {
    const gamma = (1 + this.#relativeError) / (1 - this.#relativeError)
    return (1 - this.#relativeError) * gamma ** bucket
  }
}
