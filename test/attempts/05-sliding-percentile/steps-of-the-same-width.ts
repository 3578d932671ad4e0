// contains: buckets-all-equally-wide, keeps-one-slice-too-many
import { Clock, fraction, integerAtLeast, multipleOf, nonNegativeFinite } from '#kit'

type Options = Readonly<Record<'windowMs' | 'slices' | 'relativeError', number>>

export class SlidingPercentile {
  readonly #slices: number
  readonly #sliceMs: number
  readonly #relativeError: number
  readonly #clock = new Clock()
  #slicesOfTime: { slice: number; counts: Map<number, number> }[] = []

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
    const slice = Math.floor(this.#clock.see(now) / this.#sliceMs)
    this.#drop(slice)
    let last = this.#slicesOfTime.at(-1)
    if (last?.slice !== slice) {
      last = { slice, counts: new Map() }
      this.#slicesOfTime.push(last)
    }
    const step = Math.round(value / this.#relativeError)
    last.counts.set(step, (last.counts.get(step) ?? 0) + 1)
  }

  percentile(now: number, p: number): number | undefined {
    fraction('p', p, 'or 1')
    this.#drop(Math.floor(this.#clock.see(now) / this.#sliceMs))
    const merged = new Map<number, number>()
    for (const { counts } of this.#slicesOfTime) {
      for (const [step, count] of counts) merged.set(step, (merged.get(step) ?? 0) + count)
    }
    const n = [...merged.values()].reduce((sum, count) => sum + count, 0)
    let rank = Math.ceil(p * n)
    for (const step of [...merged.keys()].sort((a, b) => a - b)) {
      rank -= merged.get(step) ?? 0
      if (rank <= 0) return step * this.#relativeError
    }
    return undefined
  }

  #drop(slice: number): void {
    this.#slicesOfTime = this.#slicesOfTime.filter((one) => one.slice >= slice - this.#slices)
  }
}
