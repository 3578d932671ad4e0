// misconception: The largest of each window is Math.max of its slice.
// why: The answers are right but the cost is n·k: 1,024 numbers with k = 512 take some 260,000 comparisons, where each needs to come in and go out once.
// caught by: it is linear when the numbers are rising
import { Clock, finite, integerIn, positiveFinite } from '#kit'

export function windowMax(xs: readonly number[], k: number): number[] {
  integerIn('k', k, 1, xs.length)
  return Array.from({ length: xs.length - k + 1 }, (_, i) => Math.max(...xs.slice(i, i + k)))
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
