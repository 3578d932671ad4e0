// misconception: An array that is emptied for each call saves making a new one.
// why: The caller still holds it. windowMax([3, 2, 1], 2), read after windowMax([9], 1), is [9]; right is [3, 2].
// caught by: an answer stays as it is when the next is asked for
import { Clock, finite, integerIn, positiveFinite } from '#kit'

const maxima: number[] = []

export function windowMax(xs: readonly number[], k: number): number[] {
  integerIn('k', k, 1, xs.length)
  maxima.length = 0
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
