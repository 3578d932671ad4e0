// misconception: A JavaScript array is a queue: shift() takes the first off.
// why: The answers are right, but shift() moves all that stay: in 1,024 falling numbers with k = 512 each step moves some 500, some 260,000 in all.
// caught by: it is linear when the numbers are falling
import { Clock, finite, integerIn, positiveFinite } from '#kit'

export function windowMax(xs: readonly number[], k: number): number[] {
  integerIn('k', k, 1, xs.length)
  const maxima: number[] = []
  const queue: number[] = []
  for (const [i, x] of xs.entries()) {
    while (queue.length > 0 && (xs[queue.at(-1) as number] as number) <= x) queue.pop()
    queue.push(i)
    if ((queue[0] as number) <= i - k) queue.shift()
    if (i >= k - 1) maxima.push(xs[queue[0] as number] as number)
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
