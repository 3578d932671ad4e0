// misconception: An equal one is of no use any more, and the front goes when it has the value that leaves.
// why: Of equal ones only the last is in the queue, and the value that leaves is that of an earlier one. [2, 2, 1] with k = 2 gives 2, 1; the right values are 2, 2.
// caught by: of equal ones the later stays when the earlier goes
import { Clock, finite, integerIn, positiveFinite } from '#kit'

export function windowMax(xs: readonly number[], k: number): number[] {
  integerIn('k', k, 1, xs.length)
  const maxima: number[] = []
  const queue: number[] = []
  let head = 0
  for (const [i, x] of xs.entries()) {
    while (queue.length > head && (queue.at(-1) as number) <= x) queue.pop()
    queue.push(x)
    if (i >= k && queue[head] === xs[i - k]) head++
    if (i >= k - 1) maxima.push(queue[head] as number)
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
