// misconception: Whether a run is allowed I see by counting the errors in it.
// why: The answers are right, but the same probes are counted again for each run: 1,024 probes without an error have some 500,000 looked at, where one count carried along needs none.
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
  let left = 0
  for (let right = 0; right < ok.length; right++) {
    while (ok.slice(left, right + 1).filter((fine) => !fine).length > maxErrors) left++
    best = Math.max(best, right - left + 1)
  }
  return best
}
