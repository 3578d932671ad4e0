// misconception: All but the largest are smaller, so they can be forgotten.
// why: When the largest is out, a smaller one that came later is next. Window 1000, record(0, 9), record(1, 3), peak(1000) gives undefined; the right value is 3.
// caught by: smaller samples that come after the largest get their turn
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
  #time = 0
  #value: number | undefined

  constructor(windowMs: number) {
    positiveFinite('windowMs', windowMs)
    this.#windowMs = windowMs
  }

  record(now: number, value: number): void {
    finite('value', value)
    const time = this.#clock.see(now)
    this.#expire(time)
    if (this.#value !== undefined && this.#value > value) return
    this.#value = value
    this.#time = time
  }

  peak(now: number): number | undefined {
    const time = this.#clock.see(now)
    this.#expire(time)
    return this.#value
  }

  #expire(time: number): void {
    if (time - this.#time >= this.#windowMs) this.#value = undefined
  }
}
