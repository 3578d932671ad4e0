// contains: counts-slices-in-32-bits, leaves-zeros-out, cuts-times-toward-zero
import { Clock, fraction, integerAtLeast, multipleOf, nonNegativeFinite } from '#kit'

type Options = Readonly<Record<'windowMs' | 'slices' | 'relativeError', number>>

export class SlidingPercentile {
  readonly #slices: number
  readonly #sliceMs: number
  readonly #relativeError: number
  readonly #clock = new Clock()
  readonly #ring: { slice: number; counts: Map<number, number> }[]

  constructor({ windowMs, slices, relativeError }: Options) {
    integerAtLeast('slices', slices, 1)
    multipleOf('windowMs', windowMs, slices)
    fraction('relativeError', relativeError)
    this.#slices = slices
    this.#sliceMs = windowMs / slices
    this.#relativeError = relativeError
    this.#ring = Array.from({ length: slices }, () => ({ slice: -Infinity, counts: new Map() }))
  }

  record(now: number, value: number): void {
    nonNegativeFinite('value', value)
    const slice = (this.#clock.see(now) / this.#sliceMs) | 0
    const log = Math.log(value) / Math.log((1 + this.#relativeError) / (1 - this.#relativeError))
    if (!Number.isFinite(log)) return
    const place = ((slice % this.#slices) + this.#slices) % this.#slices
    let here = this.#ring[place]
    if (!here || here.slice !== slice) {
      here = { slice, counts: new Map() }
      this.#ring[place] = here
    }
    const bucket = Math.ceil(log)
    here.counts.set(bucket, (here.counts.get(bucket) ?? 0) + 1)
  }

  percentile(now: number, p: number): number | undefined {
    fraction('p', p, 'or 1')
    const slice = (this.#clock.see(now) / this.#sliceMs) | 0
    const merged = new Map<number, number>()
    let total = 0
    for (const one of this.#ring) {
      if (slice - one.slice >= this.#slices) continue
      for (const [bucket, count] of one.counts) {
        merged.set(bucket, (merged.get(bucket) ?? 0) + count)
        total += count
      }
    }
    const target = Math.ceil(p * total)
    let sum = 0
    for (const bucket of [...merged.keys()].sort((a, b) => a - b)) {
      sum += merged.get(bucket) ?? 0
      if (sum >= target) {
        const e = this.#relativeError
        return (1 + e) * ((1 + e) / (1 - e)) ** (bucket - 1)
      }
    }
    return undefined
  }
}
