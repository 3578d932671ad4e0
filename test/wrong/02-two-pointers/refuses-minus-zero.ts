// misconception: What has a minus is below 0.
// why: -0 is 0 with a sign, and not below it. [1, -0, 1] with maxSum = 2 is refused; the right value is 3.
// caught by: -0 is a zero, as an element and as maxSum
import { integerAtLeast, nonNegativeFinite } from '#kit'

export function longestWithin(xs: readonly number[], maxSum: number): number {
  nonNegativeFinite('maxSum', maxSum)
  for (const [i, x] of xs.entries()) {
    if (Object.is(x, -0)) throw new RangeError(`xs[${i}] must be at least 0, got -0`)
    nonNegativeFinite(`xs[${i}]`, x)
  }
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
    if (!ok[right]) errors++
    while (errors > maxErrors) if (!ok[left++]) errors--
    best = Math.max(best, right - left + 1)
  }
  return best
}
