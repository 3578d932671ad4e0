// misconception: Nobody needs the elements any more, so I turn xs into its own prefix sums.
// why: The caller's array is not the same afterwards: [1, 2] becomes [1, 3].
// caught by: the largest of several windows is found
import { integerIn } from '#kit'

export function maxWindowSum(xs: readonly number[], k: number): number {
  integerIn('k', k, 1, xs.length)
  const sums = xs as number[]
  for (let i = 1; i < sums.length; i++) sums[i] = (sums[i] as number) + (sums[i - 1] as number)
  let best = sums[k - 1] as number
  for (let i = k; i < sums.length; i++) {
    const sum = (sums[i] as number) - (sums[i - k] as number)
    if (sum > best) best = sum
  }
  return best
}
