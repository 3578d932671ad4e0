// misconception: I take the largest value that the running sum ever has.
// why: While the window fills up, the sum is over fewer than k elements. [2, -1] with k = 2 gives 2; the right value is 1.
// caught by: a window that is not yet full is no window
import { integerIn } from '#kit'

export function maxWindowSum(xs: readonly number[], k: number): number {
  integerIn('k', k, 1, xs.length)
  let sum = 0
  let best = Number.NEGATIVE_INFINITY
  for (let i = 0; i < xs.length; i++) {
    sum += xs[i] as number
    if (i >= k) sum -= xs[i - k] as number
    if (sum > best) best = sum
  }
  return best
}
