// misconception: Only when the largest leaves need I look at the window again, and that is seldom.
// why: The answers are right, but in falling numbers the largest leaves at each step: 1,024 of them with k = 512 take some 260,000 comparisons, where each needs to come in and go out once.
// caught by: it is linear when the numbers are falling
import { Clock, finite, integerIn, positiveFinite } from '#kit'

export function windowMax(xs: readonly number[], k: number): number[] {
  integerIn('k', k, 1, xs.length)
  const maxima: number[] = []
  let largest = -1
  for (let end = k; end <= xs.length; end++) {
    if (largest < end - k) {
      largest = end - k
      for (let i = largest + 1; i < end; i++) {
        if ((xs[i] as number) >= (xs[largest] as number)) largest = i
      }
    } else if ((xs[end - 1] as number) >= (xs[largest] as number)) largest = end - 1
    maxima.push(xs[largest] as number)
  }
  return maxima
}

export class PeakWindow {
  readonly #windowMs: number
  readonly #clock = new Clock()
  #times: number[] = []
  #values: number[] = []
  #head = 0

  constructor(windowMs: number) {
    positiveFinite('windowMs', windowMs)
    this.#windowMs = windowMs
  }

  record(now: number, value: number): void {
    finite('value', value)
    const time = this.#clock.see(now)
    while (this.#values.length > this.#head && (this.#values.at(-1) as number) <= value) {
      this.#times.pop()
      this.#values.pop()
    }
    this.#times.push(time)
    this.#values.push(value)
    this.#expire(time)
  }

  peak(now: number): number | undefined {
    this.#expire(this.#clock.see(now))
    return this.#values[this.#head]
  }

  #expire(time: number): void {
    const edge = time - this.#windowMs
    while (this.#head < this.#times.length && (this.#times[this.#head] as number) <= edge) {
      this.#head++
    }
    if (this.#head * 2 > this.#times.length) {
      this.#times = this.#times.slice(this.#head)
      this.#values = this.#values.slice(this.#head)
      this.#head = 0
    }
  }
}
