// misconception: A heap whose top is taken off while it is out of the window: what lies below does no harm.
// why: The answers are right, but with rising values nothing below the top is ever taken off: 100,000 of them through a window of 10 all stay, some MB, where the ten in the window need 256 kB at most.
// caught by: 100,000 rising values through a window of 10 leave nothing behind
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
  /** A heap: no sample is larger than the one at half its index. */
  readonly #heap: { time: number; value: number }[] = []

  constructor(windowMs: number) {
    positiveFinite('windowMs', windowMs)
    this.#windowMs = windowMs
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
    const time = this.#clock.see(now)
    while (this.#heap[0] && time - this.#heap[0].time >= this.#windowMs) this.#removeTop()
    return this.#heap[0]?.value
  }

  #at(i: number): number {
    return this.#heap[i]?.value ?? Number.NEGATIVE_INFINITY
  }

  #swap(i: number, j: number): void {
    const [one, other] = [this.#heap[i], this.#heap[j]]
    if (one && other) [this.#heap[i], this.#heap[j]] = [other, one]
  }

  #removeTop(): void {
    const last = this.#heap.pop()
    if (this.#heap.length === 0 || !last) return
    this.#heap[0] = last
    for (let i = 0; ; ) {
      const larger = this.#at(2 * i + 1) > this.#at(2 * i + 2) ? 2 * i + 1 : 2 * i + 2
      if (this.#at(larger) <= this.#at(i)) return
      this.#swap(i, larger)
      i = larger
    }
  }
}
