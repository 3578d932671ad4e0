// contains: nothing listed
import { Clock, fraction, integerAtLeast, multipleOf, nonNegativeFinite } from '#kit'

type Options = Readonly<Record<'windowMs' | 'slices' | 'relativeError', number>>

/** This window and the one before, as a sliding counter has them. */
export class SlidingPercentile {
  readonly #windowMs: number
  readonly #gamma: number
  readonly #clock = new Clock()
  #window = 0
  #now = new Map<number, number>()
  #before = new Map<number, number>()

  constructor({ windowMs, slices, relativeError }: Options) {
    integerAtLeast('slices', slices, 1)
    multipleOf('windowMs', windowMs, slices)
    fraction('relativeError', relativeError)
    this.#windowMs = windowMs
    this.#gamma = 1 + relativeError
  }

  record(now: number, value: number): void {
    nonNegativeFinite('value', value)
    this.#see(now)
    const bucket = Math.round(Math.log(value) / Math.log(this.#gamma))
    this.#now.set(bucket, (this.#now.get(bucket) ?? 0) + 1)
  }

  percentile(now: number, p: number): number | undefined {
    fraction('p', p, 'or 1')
    this.#see(now)
    const all = [...this.#before, ...this.#now].sort(([a], [b]) => a - b)
    const n = all.reduce((sum, [, count]) => sum + count, 0)
    let passed = 0
    for (const [bucket, count] of all) {
      passed += count
      if (passed >= Math.ceil(p * n)) return this.#gamma ** bucket
    }
    return undefined
  }

  #see(now: number) {
    const window = Math.floor(this.#clock.see(now) / this.#windowMs)
    if (window === this.#window) return
    this.#before = window === this.#window + 1 ? this.#now : new Map()
    this.#now = new Map()
    this.#window = window
  }
}
