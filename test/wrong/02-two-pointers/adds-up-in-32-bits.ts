// misconception: Whole numbers add up faster with | 0.
// why: That cuts a sum to 32 bits. [3000000000] with maxSum = 0 gives 1, since it is read as -1294967296; the right value is 0.
// caught by: sums may be large, and maxSum larger than any
import { integerAtLeast, nonNegativeFinite } from '#kit'

export function longestWithin(xs: readonly number[], maxSum: number): number {
  nonNegativeFinite('maxSum', maxSum)
  for (const [i, x] of xs.entries()) nonNegativeFinite(`xs[${i}]`, x)
  let best = 0
  let sum = 0
  let left = 0
  for (let right = 0; right < xs.length; right++) {
    sum = (sum + (xs[right] as number)) | 0
    while (sum > maxSum) sum -= xs[left++] as number
    best = Math.max(best, right - left + 1)
  }
  return best
}

export function longestRun(ok: readonly boolean[], maxErrors: number): number {
  integerAtLeast('maxErrors', maxErrors, 0)
  let best = 0
  let errors = 0
  let left = 0
  for (let right = 0; right < ok.length; right++) {
    if (!ok[right]) errors++
    while (errors > maxErrors) if (!ok[left++]) errors--
    best = Math.max(best, right - left + 1)
  }
  return best
}
