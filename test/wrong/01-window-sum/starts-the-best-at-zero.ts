// misconception: The largest sum so far is 0 until I have seen a larger one.
// why: No window has that sum when all are negative. [-1] with k = 1 gives 0; the right value is -1.
// caught by: negative sums are sums: the best may be below 0
import { integerIn } from '#kit'

export function maxWindowSum(xs: readonly number[], k: number): number {
  integerIn('k', k, 1, xs.length)
  let sum = 0
  let best = 0
  for (let i = 0; i < xs.length; i++) {
    sum += xs[i] as number
    if (i >= k) sum -= xs[i - k] as number
    if (i >= k - 1 && sum > best) best = sum
  }
  return best
}
