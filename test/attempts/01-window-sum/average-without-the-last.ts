// contains: answers-the-average, misses-the-last-window
import { integerIn } from '#kit'

export function maxWindowSum(xs: readonly number[], k: number): number {
  integerIn('k', k, 1, xs.length)
  let sum = xs.slice(0, k).reduce((a, b) => a + b, 0)
  let best = sum / k
  let i = k
  while (i < xs.length - 1) {
    sum = sum - (xs[i - k] as number) + (xs[i] as number)
    best = Math.max(best, sum / k)
    i++
  }
  return best
}
