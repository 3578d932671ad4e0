import { Clock, finite, integerIn, positiveFinite } from '#kit'

/**
 * The largest of each window of `k` neighbours, in their order: `xs.length − k + 1` numbers.
 *
 * @param xs finite numbers; read, never modified
 * @param k an integer in `1..xs.length`; else a `RangeError`
 *
 * Cost: linear in `xs.length`, whatever `k` is. Each index goes into the queue once and comes out of
 * it once, at the one end or the other; what the inner loop does in a pass, earlier passes paid for.
 *
 * Why a smaller one may go: the element that has just come in is at least as large and stays longer,
 * so in every window to come that holds the smaller one it holds the larger one, too.
 */
export function windowMax(xs: readonly number[], k: number): number[] {
  integerIn('k', k, 1, xs.length)
  const maxima: number[] = []
  /** Indices that may yet be a window's largest; those before `head` are out of the window. */
  const queue: number[] = []
  let head = 0

  for (const [i, x] of xs.entries()) {
    while (queue.length > head && (xs[queue.at(-1) as number] as number) <= x) queue.pop()
    queue.push(i)
    // One index comes in, so one at most is too old. It is known by its index: its value may be
    // that of one which is still in.
    if ((queue[head] as number) <= i - k) head++
    // Invariant: from head on, indices rise and values fall; the first is the window's largest.
    if (i >= k - 1) maxima.push(xs[queue[head] as number] as number)
  }
  return maxima
}

/**
 * The largest value of the last `windowMs` ms: at `now`, of the samples in `(now − windowMs, now]`.
 * A `now` earlier than the latest one seen, by either method, counts as the latest one seen.
 *
 * Cost: amortised constant per call. Memory: proportional to the samples in the window.
 */
export class PeakWindow {
  readonly #windowMs: number
  readonly #clock = new Clock()
  /** Samples that may yet be the largest, oldest first. Those before `#head` are out. */
  #times: number[] = []
  #values: number[] = []
  #head = 0

  constructor(windowMs: number) {
    positiveFinite('windowMs', windowMs)
    this.#windowMs = windowMs
  }

  /** Takes in a sample, any finite `value`. */
  record(now: number, value: number): void {
    finite('value', value)
    const time = this.#clock.see(now)
    // An equal one goes as well: the new one has its value and stays longer.
    while (this.#values.length > this.#head && (this.#values.at(-1) as number) <= value) {
      this.#times.pop()
      this.#values.pop()
    }
    this.#times.push(time)
    this.#values.push(value)
    // Here, too, so that a window which nobody asks keeps no more than one that is asked.
    this.#expire(time)
  }

  /** Returns the largest value in the window that ends at `now`; `undefined` if it is empty. */
  peak(now: number): number | undefined {
    this.#expire(this.#clock.see(now))
    return this.#values[this.#head]
  }

  /**
   * Drops what is out of the window that ends at `time`.
   *
   * Amortised: `#head` passes each sample once, and a copy moves fewer samples than were passed
   * since the last copy.
   */
  #expire(time: number): void {
    const edge = time - this.#windowMs
    // Invariant: from #head on times rise or stay and values fall, so what is out is in front, and
    // the largest is the first that is not.
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

/**
 * The same as `windowMax` by blocks of `k` (van Herk 1992, Gil and Werman 1993): a window covers one
 * block, or the end of one and the beginning of the next, so its largest is the larger of two.
 *
 * No queue and no inner loop whose cost has to be argued for: three comparisons an element, in every
 * case the same. It trades the stream: the end of a block is known only when all of it is there.
 */
export function windowMaxByBlocks(xs: readonly number[], k: number): number[] {
  integerIn('k', k, 1, xs.length)
  // Invariant: fromStart[i] is the largest from the start of i's block to i, toEnd[i] that from i
  // to the block's end.
  const fromStart = Float64Array.from(xs)
  const toEnd = Float64Array.from(xs)
  for (let i = 1; i < xs.length; i++) {
    if (i % k !== 0) fromStart[i] = Math.max(fromStart[i] as number, fromStart[i - 1] as number)
  }
  for (let i = xs.length - 2; i >= 0; i--) {
    if ((i + 1) % k !== 0) toEnd[i] = Math.max(toEnd[i] as number, toEnd[i + 1] as number)
  }
  return Array.from({ length: xs.length - k + 1 }, (_, i) =>
    Math.max(toEnd[i] as number, fromStart[i + k - 1] as number),
  )
}
