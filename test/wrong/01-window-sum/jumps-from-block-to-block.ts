// misconception: After one window comes the next k elements.
// why: That looks at every k-th window only; windows overlap. [0, 1, 1] with k = 2 gives 1; the right value is 2.
// caught by: the largest of several windows is found
import { integerIn } from '#kit'

export function maxWindowSum(xs: readonly number[], k: number): number {
  integerIn('k', k, 1, xs.length)
  let best = Number.NEGATIVE_INFINITY
  for (let start = 0; start + k <= xs.length; start += k) {
    let sum = 0
    for (let i = start; i < start + k; i++) sum += xs[i] as number
    if (sum > best) best = sum
  }
  return best
}
