// contains: reads-the-max-from-the-back
import { Clock, finite, integerIn, positiveFinite, todo } from '#kit'

export function windowMax(xs: readonly number[], k: number): number[] {
  integerIn('k', k, 1, xs.length)
  const stack: number[] = []
  const result: number[] = []
  let head = 0
  for (let i = 0; i < xs.length; i++) {
    while (stack.length > head && (xs[stack.at(-1) as number] as number) < (xs[i] as number)) {
      stack.pop()
    }
    stack.push(i)
    if ((stack[head] as number) <= i - k) head++
    if (i >= k - 1) result.push(xs[stack[stack.length - 1] as number] as number)
  }
  return result
}

export class PeakWindow {
  readonly #windowMs: number
  readonly #clock = new Clock()

  constructor(windowMs: number) {
    positiveFinite('windowMs', windowMs)
    this.#windowMs = windowMs
  }

  record(now: number, value: number): void {
    finite('value', value)
    const time = this.#clock.see(now)
    todo('take the sample in', time, value)
  }

  peak(now: number): number | undefined {
    const time = this.#clock.see(now)
    return todo('return the largest value in the window', time, this.#windowMs)
  }
}
