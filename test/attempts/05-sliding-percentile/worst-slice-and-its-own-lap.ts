// contains: takes-the-worst-slices-percentile, keeps-one-slice-too-few
import { Clock, fraction, integerAtLeast, multipleOf, nonNegativeFinite } from '#kit'

type Options = Readonly<Record<'windowMs' | 'slices' | 'relativeError', number>>

interface Slice {
  number: number
  total: number
  buckets: Record<string, number>
}

export class SlidingPercentile {
  private readonly options: Options
  private readonly clock = new Clock()
  private list: Slice[] = []

  constructor(options: Options) {
    integerAtLeast('slices', options.slices, 1)
    multipleOf('windowMs', options.windowMs, options.slices)
    fraction('relativeError', options.relativeError)
    this.options = { ...options }
  }

  record(now: number, value: number): void {
    nonNegativeFinite('value', value)
    const number = this.number(now)
    let slice = this.list.find((one) => one.number === number)
    if (!slice) {
      slice = { number, total: 0, buckets: {} }
      this.list.push(slice)
    }
    const key = value === 0 ? 'zero' : String(Math.ceil(Math.log(value) / Math.log(this.gamma())))
    slice.buckets[key] = (slice.buckets[key] ?? 0) + 1
    slice.total++
  }

  percentile(now: number, p: number): number | undefined {
    fraction('p', p, 'or 1')
    const number = this.number(now)
    this.list = this.list.filter((one) => number - one.number < this.options.slices - 1)
    if (this.list.length === 0) return undefined
    return Math.max(...this.list.map((one) => this.ofSlice(one, p)))
  }

  private ofSlice({ total, buckets }: Slice, p: number): number {
    const place = (key: string) => (key === 'zero' ? Number.NEGATIVE_INFINITY : Number(key))
    const keys = Object.keys(buckets).sort((a, b) => (place(a) < place(b) ? -1 : 1))
    let seen = 0
    for (const key of keys) {
      seen += buckets[key] ?? 0
      if (seen >= p * total)
        return (1 + this.options.relativeError) * this.gamma() ** (place(key) - 1)
    }
    return 0
  }

  private gamma(): number {
    const { relativeError } = this.options
    return (1 + relativeError) / (1 - relativeError)
  }

  private number(now: number): number {
    const { windowMs, slices } = this.options
    return Math.floor(this.clock.see(now) / (windowMs / slices))
  }
}
