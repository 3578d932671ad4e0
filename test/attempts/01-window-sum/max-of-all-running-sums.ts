// contains: counts-windows-not-yet-full
import { integerIn } from '#kit'

export function maxWindowSum(xs: readonly number[], k: number): number {
  integerIn('k', k, 1, xs.length)
  let sum = 0
  return xs.reduce((best, x, i) => {
    sum += x - (i < k ? 0 : (xs[i - k] as number))
    return Math.max(sum, best)
  }, xs[0] as number)
}
