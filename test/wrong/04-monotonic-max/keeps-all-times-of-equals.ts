// misconception: Equal samples are one entry that lists when they came.
// why: As long as the last of them is in the window the list only grows: 100,000 equal values through a window of 10 keep 800 kB, where the ten in the window need 256 kB at most.
// caught by: 100,000 equal values through a window of 10 leave nothing behind
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
  #runs: { value: number; times: number[] }[] = []
  #head = 0

  constructor(windowMs: number) {
    positiveFinite('windowMs', windowMs)
    this.#windowMs = windowMs
  }

  record(now: number, value: number): void {
    finite('value', value)
    const time = this.#clock.see(now)
    this.#expire(time)
    while (this.#runs.length > this.#head && (this.#runs.at(-1)?.value as number) < value) {
      this.#runs.pop()
    }
    const last = this.#runs.length > this.#head ? this.#runs.at(-1) : undefined
    if (last?.value === value) last.times.push(time)
    else this.#runs.push({ value, times: [time] })
  }

  peak(now: number): number | undefined {
    this.#expire(this.#clock.see(now))
    return this.#runs[this.#head]?.value
  }

  #expire(time: number): void {
    const edge = time - this.#windowMs
    while (
      this.#head < this.#runs.length &&
      (this.#runs[this.#head]?.times.at(-1) as number) <= edge
    ) {
      this.#head++
    }
    if (this.#head * 2 > this.#runs.length) {
      this.#runs = this.#runs.slice(this.#head)
      this.#head = 0
    }
  }
}
