// misconception: Each run has a sum of its own, so I add it up from where it begins.
// why: The answers are right, but 1,024 ones with maxSum = 512 are added up 512 at a time: some 400,000 additions, where each element needs to come in once and go out once.
// caught by: longestWithin is linear, whatever the numbers are
import { integerAtLeast, nonNegativeFinite } from '#kit'

export function longestWithin(xs: readonly number[], maxSum: number): number {
  nonNegativeFinite('maxSum', maxSum)
  for (const [i, x] of xs.entries()) nonNegativeFinite(`xs[${i}]`, x)
  let best = 0
  for (let left = 0; left < xs.length; left++) {
    let sum = 0
    let right = left
    while (right < xs.length && sum + (xs[right] as number) <= maxSum) sum += xs[right++] as number
    best = Math.max(best, right - left)
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
