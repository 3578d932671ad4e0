// misconception: A byte is enough for the errors of a run.
// why: 300 errors with maxErrors = 255 give 300, as the count never passes 255; the right value is 255.
// caught by: hundreds of errors count one by one, and 66,000 do
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
  for (let right = 0; right < ok.length; right++) {
    if (!ok[right]) errors = (errors + 1) & 0xff
    while (errors > maxErrors) if (!ok[left++]) errors--
    best = Math.max(best, right - left + 1)
  }
  return best
}
