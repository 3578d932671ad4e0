// misconception: A sum of maxSum is already too much.
// why: At most maxSum is allowed. [5] with maxSum = 5 gives 0; the right value is 1.
// caught by: a sum of exactly maxSum fits
import { integerAtLeast, nonNegativeFinite } from '#kit'

export function longestWithin(xs: readonly number[], maxSum: number): number {
  nonNegativeFinite('maxSum', maxSum)
  for (const [i, x] of xs.entries()) nonNegativeFinite(`xs[${i}]`, x)
  let best = 0
  let sum = 0
  let left = 0
  for (let right = 0; right < xs.length; right++) {
    sum += xs[right] as number
    while (left <= right && sum >= maxSum) sum -= xs[left++] as number
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
