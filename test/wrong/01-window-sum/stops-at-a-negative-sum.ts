// misconception: A sum below zero can only hurt, so I start again from zero there.
// why: That is Kadane's step, for runs of any length; here each window has exactly k elements. [-1, 2] with k = 2 gives 2; the right value is 1.
// caught by: negative sums are sums: the best may be below 0
import { integerIn } from '#kit'

export function maxWindowSum(xs: readonly number[], k: number): number {
  integerIn('k', k, 1, xs.length)
  let sum = 0
  let from = 0
  let best = Number.NEGATIVE_INFINITY
  for (let i = 0; i < xs.length; i++) {
    if (sum < 0) {
      sum = 0
      from = i
    }
    sum += xs[i] as number
    if (i - from >= k) sum -= xs[from++] as number
    if (i >= k - 1 && sum > best) best = sum
  }
  return best
}
