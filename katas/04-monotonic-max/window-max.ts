import { Clock, finite, integerIn, positiveFinite, todo } from '#kit'

/**
 * The largest of each window of `k` neighbours, in their order: `xs.length − k + 1` numbers.
 * @param xs finite numbers; read, never modified
 * @param k an integer in `1..xs.length`; else a `RangeError`
 * Cost: linear in `xs.length`, whatever `k` is.
 */
export function windowMax(xs: readonly number[], k: number): number[] {
  integerIn('k', k, 1, xs.length)
  return todo('return the largest of each window of k neighbours', xs)
}

/**
 * The largest value of the last `windowMs` ms: at `now`, of the samples in `(now − windowMs, now]`.
 * A `now` earlier than the latest one seen, by either method, counts as the latest one seen.
 * Cost: amortised constant per call. Memory: proportional to the samples in the window.
 */
export class PeakWindow {
  readonly #windowMs: number
  readonly #clock = new Clock()

  constructor(windowMs: number) {
    positiveFinite('windowMs', windowMs)
    this.#windowMs = windowMs
  }

  /** Takes in a sample, any finite `value`. */
  record(now: number, value: number): void {
    finite('value', value)
    const time = this.#clock.see(now)
    todo('take the sample in', time, value)
  }

  /** Returns the largest value in the window that ends at `now`; `undefined` if it is empty. */
  peak(now: number): number | undefined {
    const time = this.#clock.see(now)
    return todo('return the largest value in the window', time, this.#windowMs)
  }
}
