// contains: interpolates-between-two-samples, answers-zero-for-nothing
import { Clock, fraction, integerAtLeast, multipleOf, nonNegativeFinite } from '#kit'

type Options = Readonly<Record<'windowMs' | 'slices' | 'relativeError', number>>

export class SlidingPercentile {
  readonly #slices: number
  readonly #sliceMs: number
  readonly #relativeError: number
  readonly #clock = new Clock()
  readonly #bySlice = new Map<number, Map<number, number>>()

  constructor({ windowMs, slices, relativeError }: Options) {
    integerAtLeast('slices', slices, 1)
    multipleOf('windowMs', windowMs, slices)
    fraction('relativeError', relativeError)
    this.#slices = slices
    this.#sliceMs = windowMs / slices
    this.#relativeError = relativeError
  }

  record(now: number, value: number): void {
    nonNegativeFinite('value', value)
    const slice = this.#prune(this.#clock.see(now))
    const counts = this.#bySlice.get(slice) ?? new Map<number, number>()
    this.#bySlice.set(slice, counts)
    const gamma = (1 + this.#relativeError) / (1 - this.#relativeError)
    const bucket = Math.ceil(Math.log(value) / Math.log(gamma))
    const middle = (1 + this.#relativeError) * gamma ** (bucket - 1)
    counts.set(middle, (counts.get(middle) ?? 0) + 1)
  }

  percentile(now: number, p: number): number | undefined {
    fraction('p', p, 'or 1')
    this.#prune(this.#clock.see(now))
    const all = [...this.#bySlice.values()].flatMap((counts) => [...counts])
    all.sort(([a], [b]) => a - b)
    const n = all.reduce((sum, [, count]) => sum + count, 0)
    if (n === 0) return 0
    const nth = (index: number) => {
      let left = index
      for (const [value, count] of all) {
        if (left < count) return value
        left -= count
      }
      return 0
    }
    const index = p * (n - 1)
    const below = nth(Math.floor(index))
    return below + (nth(Math.ceil(index)) - below) * (index - Math.floor(index))
  }

  #prune(time: number): number {
    const current = Math.floor(time / this.#sliceMs)
    for (const slice of this.#bySlice.keys()) {
      if (slice <= current - this.#slices) this.#bySlice.delete(slice)
    }
    return current
  }
}
