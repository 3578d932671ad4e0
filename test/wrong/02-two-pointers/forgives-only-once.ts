// misconception: At an error too many, the run begins again behind the last error.
// why: It is the first error of the run that has to go. Three errors, then one that is fine, with maxErrors = 2 give 2; the right value is 3.
// caught by: the first error of the run goes, not the last
import { integerAtLeast, nonNegativeFinite } from '#kit'

export function longestWithin(xs: readonly number[], maxSum: number): number {
  nonNegativeFinite('maxSum', maxSum)
  for (const [i, x] of xs.entries()) nonNegativeFinite(`xs[${i}]`, x)
  let best = 0
  let sum = 0
  let left = 0
  for (let right = 0; right < xs.length; right++) {
    sum += xs[right] as number
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
  let lastError = -1
  for (let right = 0; right < ok.length; right++) {
    if (!ok[right]) {
      if (++errors > maxErrors) {
        left = lastError + 1
        errors = Math.min(1, maxErrors)
        if (maxErrors === 0) left = right + 1
      }
      lastError = right
    }
    best = Math.max(best, right - left + 1)
  }
  return best
}
