// contains: nothing listed
import { integerIn } from '#kit'

export function maxWindowSum(xs: readonly number[], k: number): number {
  integerIn('k', k, 1, xs.length)
  let sum = 0
  let best = Number.NEGATIVE_INFINITY
  let left = 0
  for (let right = 0; right < xs.length; right++) {
    sum += xs[right] as number
    if (right - left > k) {
      sum -= xs[left] as number
      left++
    }
    if (right >= k - 1) best = Math.max(best, sum)
  }
  return best
}
