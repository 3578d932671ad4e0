// misconception: Math.max(...lengths) finds the longest, however many there are.
// why: Each length is an argument, and arguments go on the stack: of 200,000 ones with maxSum = 5 it throws RangeError: Maximum call stack size exceeded; the right value is 5.
// caught by: 200,000 elements are no more trouble than a few
import { integerAtLeast, nonNegativeFinite } from '#kit'

export function longestWithin(xs: readonly number[], maxSum: number): number {
  nonNegativeFinite('maxSum', maxSum)
  for (const [i, x] of xs.entries()) nonNegativeFinite(`xs[${i}]`, x)
  const lengths = [0]
  let sum = 0
  let left = 0
  for (let right = 0; right < xs.length; right++) {
    sum += xs[right] as number
    while (sum > maxSum) sum -= xs[left++] as number
    lengths.push(right - left + 1)
  }
  return Math.max(...lengths)
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
