// contains: starts-the-best-at-zero, subtracts-the-wrong-neighbour
import { integerIn } from '#kit'

export function maxWindowSum(xs: readonly number[], k: number): number {
  integerIn('k', k, 1, xs.length)
  let max = 0
  let windowSum = 0
  for (let end = 0; end < xs.length; end++) {
    windowSum += xs[end] ?? 0
    const start = end - k + 1
    if (start > 0) windowSum -= xs[start] ?? 0
    if (start >= 0) max = Math.max(max, windowSum)
  }
  return max
}
