// misconception: The usual problem asks for the largest average, so I divide by k at the end.
// why: Asked is the sum. [1, 1] with k = 2 gives 1; the right value is 2.
// caught by: the largest of several windows is found
import { integerIn } from '#kit'

export function maxWindowSum(xs: readonly number[], k: number): number {
  integerIn('k', k, 1, xs.length)
  let sum = 0
  for (let i = 0; i < k; i++) sum += xs[i] as number
  let best = sum
  for (let i = k; i < xs.length; i++) {
    sum += (xs[i] as number) - (xs[i - k] as number)
    if (sum > best) best = sum
  }
  return best / k
}
