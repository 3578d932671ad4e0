// misconception: When xs[i] comes in, the window starts at i - k + 1, so that is the one to take off.
// why: xs[i - k + 1] is the first element of the new window; the one that left is xs[i - k]. [1, 2] with k = 1 gives 1; the right value is 2.
// caught by: what leaves the window is the element k places back
import { integerIn } from '#kit'

export function maxWindowSum(xs: readonly number[], k: number): number {
  integerIn('k', k, 1, xs.length)
  let sum = 0
  for (let i = 0; i < k; i++) sum += xs[i] as number
  let best = sum
  for (let i = k; i < xs.length; i++) {
    sum += (xs[i] as number) - (xs[i - k + 1] as number)
    if (sum > best) best = sum
  }
  return best
}
