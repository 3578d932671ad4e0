// contains: scans-each-window, keeps-the-boundary-sample
import { Clock, finite, integerIn, positiveFinite } from '#kit'

export function windowMax(xs: readonly number[], k: number): number[] {
  integerIn('k', k, 1, xs.length)
  const result: number[] = []
  for (let i = 0; i + k <= xs.length; i++) {
    let max = xs[i] as number
    for (let j = i + 1; j < i + k; j++) {
      if ((xs[j] as number) > max) max = xs[j] as number
    }
    result.push(max)
  }
  return result
}

export class PeakWindow {
  readonly #windowMs: number
  readonly #clock = new Clock()
  #samples: { at: number; value: number }[] = []

  constructor(windowMs: number) {
    positiveFinite('windowMs', windowMs)
    this.#windowMs = windowMs
  }

  record(now: number, value: number): void {
    finite('value', value)
    const at = this.#clock.see(now)
    this.#samples = this.#samples.filter((sample) => sample.value > value)
    this.#samples.push({ at, value })
  }

  peak(now: number): number | undefined {
    const time = this.#clock.see(now)
    return this.#samples.find(({ at }) => at >= time - this.#windowMs)?.value
  }
}
