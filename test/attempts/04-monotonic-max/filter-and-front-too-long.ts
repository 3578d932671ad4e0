// contains: filters-all-samples-per-call, keeps-the-front-one-too-long
import { Clock, finite, integerIn, positiveFinite } from '#kit'

export function windowMax(xs: readonly number[], k: number): number[] {
  integerIn('k', k, 1, xs.length)
  const result: number[] = []
  const deque: number[] = []
  let front = 0
  xs.forEach((x, i) => {
    while (deque.length > front && (xs[deque.at(-1) ?? 0] ?? 0) <= x) deque.pop()
    deque.push(i)
    while (i - (deque[front] ?? 0) > k) front++
    if (i + 1 >= k) result.push(xs[deque[front] ?? 0] ?? 0)
  })
  return result
}

export class PeakWindow {
  readonly #windowMs: number
  readonly #clock = new Clock()
  #log: { at: number; value: number }[] = []

  constructor(windowMs: number) {
    positiveFinite('windowMs', windowMs)
    this.#windowMs = windowMs
  }

  #inWindow(time: number) {
    return this.#log.filter(({ at }) => at > time - this.#windowMs)
  }

  record(now: number, value: number): void {
    finite('value', value)
    const at = this.#clock.see(now)
    this.#log = this.#inWindow(at)
    this.#log.push({ at, value })
  }

  peak(now: number): number | undefined {
    let max: number | undefined
    for (const { value } of this.#inWindow(this.#clock.see(now))) {
      if (max === undefined || value > max) max = value
    }
    return max
  }
}
