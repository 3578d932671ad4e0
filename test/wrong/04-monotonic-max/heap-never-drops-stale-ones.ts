// misconception: A heap has the largest on top, and that is the peak.
// why: It is the largest ever: nothing takes it off when it is out of the window. Window 1000, record(0, 5), peak(1000) gives 5; the right value is undefined.
// caught by: a sample exactly windowMs old is already out
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
  readonly #clock = new Clock()
  /** A heap: no sample is larger than the one at half its index. */
  readonly #heap: { time: number; value: number }[] = []

  constructor(windowMs: number) {
    positiveFinite('windowMs', windowMs)
  }

  record(now: number, value: number): void {
    finite('value', value)
    const time = this.#clock.see(now)
    this.#heap.push({ time, value })
    let i = this.#heap.length - 1
    while (i > 0 && this.#at((i - 1) >> 1) < this.#at(i)) {
      this.#swap(i, (i - 1) >> 1)
      i = (i - 1) >> 1
    }
  }

  peak(now: number): number | undefined {
    this.#clock.see(now)
    return this.#heap[0]?.value
  }

  #at(i: number): number {
    return this.#heap[i]?.value ?? Number.NEGATIVE_INFINITY
  }

  #swap(i: number, j: number): void {
    const [one, other] = [this.#heap[i], this.#heap[j]]
    if (one && other) [this.#heap[i], this.#heap[j]] = [other, one]
  }
}
