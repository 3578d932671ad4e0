import { integerIn } from '#kit'

/**
 * The largest sum of `k` neighbouring elements of `xs`.
 *
 * @param xs finite numbers, negative ones too; read, never modified
 * @param k how many neighbours a window holds, an integer in `1..xs.length`; else a `RangeError`
 *
 * Cost: linear in `xs.length`, whatever `k` is. Each element is read at most twice: once into its
 * block's tail sums, once into the head sums of the windows that reach over from the block before.
 *
 * How: cut `xs` into blocks of `k`. A window covers one block, or the tail of one and the head of
 * the next: two sums, added. Nothing is ever subtracted, so a sum holds its own window's elements
 * and nothing of those gone by, and its error is that of adding up `k` numbers:
 * below `k·2⁻⁵²·Σ|x|`. It cannot overflow where the window's `Σ|x|` does not, since each sum on the
 * way is over a part of some window.
 */
export function maxWindowSum(xs: readonly number[], k: number): number {
  integerIn('k', k, 1, xs.length)
  const tail = new Float64Array(k)
  let best = Number.NEGATIVE_INFINITY

  for (let block = 0; block + k <= xs.length; block += k) {
    // Invariant: tail[j] is the sum of the block's elements from offset j to its end.
    let sum = 0
    for (let j = k - 1; j >= 0; j--) {
      sum += xs[block + j] as number
      tail[j] = sum
    }
    best = Math.max(best, tail[0] as number)

    // Invariant: head is the sum of the j elements after the block; tail[j] + head is the window
    // that starts at offset j.
    let head = 0
    for (let j = 1; j < k && block + j + k <= xs.length; j++) {
      head += xs[block + k + j - 1] as number
      best = Math.max(best, (tail[j] as number) + head)
    }
  }
  return best
}

/**
 * The same by the textbook's step: add the element that comes in, take off the one that goes out.
 *
 * It trades exactness for memory: one number of state where the blocks need `k`, and it works on a
 * stream. Exact as long as every sum is a whole number below 2⁵³; with fractions or large numbers,
 * what rounding did to an element stays in the sum after the element is gone. `[-1e16, 1, 1]`, 1:
 * `1 + 1e16` does not fit, and the answer is 0.
 */
export function maxWindowSumRunning(xs: readonly number[], k: number): number {
  integerIn('k', k, 1, xs.length)
  let sum = 0
  for (let i = 0; i < k; i++) sum += xs[i] as number

  // Invariant: sum is over xs[i − k + 1 .. i]. Each element comes in once and goes out at most once.
  let best = sum
  for (let i = k; i < xs.length; i++) {
    sum += (xs[i] as number) - (xs[i - k] as number)
    best = Math.max(best, sum)
  }
  return best
}
