// misconception: The window must not run off the end, so I stop one element early.
// why: There are n − k + 1 windows, not n − k. [1, 2] with k = 1 gives 1; the right value is 2.
// caught by: the last window counts, too
import { integerIn } from '#kit'

export function maxWindowSum(xs: readonly number[], k: number): number {
  integerIn('k', k, 1, xs.length)
  let sum = 0
  for (let i = 0; i < k; i++) sum += xs[i] as number
  let best = sum
  for (let i = k; i < xs.length - 1; i++) {
    sum += (xs[i] as number) - (xs[i - k] as number)
    if (sum > best) best = sum
  }
  return best
}
