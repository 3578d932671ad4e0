// misconception: Keeping only those younger than windowMs is one filter, and Math.max does the rest.
// why: The answers are right, but each call looks at every sample in the window. Amortised constant is asked.
// caught by: samples that are asked about after each cost a constant each
import { Clock, finite, integerIn, positiveFinite } from '#kit'

export function windowMax(xs: readonly number[], k: number): number[] {
  integerIn('k', k, 1, xs.length)
  const maxima: number[] = []
  const queue: number[] = []
  let head = 0
  for (const [i, x] of xs.entries()) {
    while (queue.length > head && (xs[queue.at(-1) as number] as number) <= x) queue.pop()
    queue.push(i)
    if ((queue[head] as number) <= i - k) head++
    if (i >= k - 1) maxima.push(xs[queue[head] as number] as number)
  }
  return maxima
}

export class PeakWindow {
  readonly #windowMs: number
  readonly #clock = new Clock()
  #samples: { time: number; value: number }[] = []

  constructor(windowMs: number) {
    positiveFinite('windowMs', windowMs)
    this.#windowMs = windowMs
  }

  record(now: number, value: number): void {
    finite('value', value)
    const time = this.#clock.see(now)
    this.#samples.push({ time, value })
  }

  peak(now: number): number | undefined {
    const time = this.#clock.see(now)
    this.#samples = this.#samples.filter((sample) => time - sample.time < this.#windowMs)
    if (this.#samples.length === 0) return undefined
    return Math.max(...this.#samples.map(({ value }) => value))
  }
}
