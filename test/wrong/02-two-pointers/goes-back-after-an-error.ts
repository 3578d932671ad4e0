// misconception: After one error too many I begin again behind where the run began.
// why: The answers are right, but each run is counted anew: 1,024 errors of which 512 are allowed take some 400,000 steps, where each probe needs to come in once and go out once.
// caught by: longestRun is linear, whatever the probes are
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
  let start = 0
  for (let at = 0; at < ok.length; at++) {
    if (!ok[at]) errors++
    if (errors > maxErrors) {
      at = start++
      errors = 0
      continue
    }
    best = Math.max(best, at - start + 1)
  }
  return best
}
