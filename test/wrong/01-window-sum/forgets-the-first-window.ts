// misconception: I compare sums in the loop that slides, so every window is compared.
// why: The window that was filled before the loop is never compared. [1] with k = 1 gives -Infinity; the right value is 1.
// caught by: a window may be one element or all of them
import { integerIn } from '#kit'

export function maxWindowSum(xs: readonly number[], k: number): number {
  integerIn('k', k, 1, xs.length)
  let sum = 0
  for (let i = 0; i < k; i++) sum += xs[i] as number
  let best = Number.NEGATIVE_INFINITY
  for (let i = k; i < xs.length; i++) {
    sum += (xs[i] as number) - (xs[i - k] as number)
    if (sum > best) best = sum
  }
  return best
}
