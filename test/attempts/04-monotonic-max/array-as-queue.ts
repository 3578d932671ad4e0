// contains: shifts-the-queue, expires-only-on-record
import { Clock, finite, integerIn, positiveFinite } from '#kit'

export function windowMax(xs: readonly number[], k: number): number[] {
  integerIn('k', k, 1, xs.length)
  const maxima: number[] = []
  const candidates: [index: number, value: number][] = []
  for (let i = 0; i < xs.length; i++) {
    const value = xs[i] as number
    while (candidates.length > 0 && (candidates[candidates.length - 1]?.[1] as number) <= value) {
      candidates.pop()
    }
    candidates.push([i, value])
    while ((candidates[0]?.[0] as number) <= i - k) candidates.shift()
    if (i >= k - 1) maxima.push(candidates[0]?.[1] as number)
  }
  return maxima
}

export class PeakWindow {
  readonly #windowMs: number
  readonly #clock = new Clock()
  readonly #candidates: [at: number, value: number][] = []

  constructor(windowMs: number) {
    positiveFinite('windowMs', windowMs)
    this.#windowMs = windowMs
  }

  record(now: number, value: number): void {
    finite('value', value)
    const time = this.#clock.see(now)
    const all = this.#candidates
    while (all.length > 0 && (all.at(-1)?.[1] as number) <= value) all.pop()
    all.push([time, value])
    while ((all[0]?.[0] as number) <= time - this.#windowMs) all.shift()
  }

  peak(now: number): number | undefined {
    this.#clock.see(now)
    return this.#candidates[0]?.[1]
  }
}
