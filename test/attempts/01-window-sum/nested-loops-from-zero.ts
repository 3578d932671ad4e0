// contains: recomputes-every-window, starts-the-best-at-zero
import { integerIn } from '#kit'

export function maxWindowSum(xs: readonly number[], k: number): number {
  integerIn('k', k, 1, xs.length)
  let maxSum = 0
  for (let i = 0; i <= xs.length - k; i++) {
    let current = 0
    for (let j = 0; j < k; j++) {
      current += xs[i + j] as number
    }
    if (current > maxSum) {
      maxSum = current
    }
  }
  return maxSum
}
