// misconception: Sums up to each element answer any run, and the array is there to hold them.
// why: xs is readonly: afterwards the caller of longestWithin([1, 2], 3) has [1, 3].
// caught by: the longest run that fits is found, wherever it stands
import { integerAtLeast, nonNegativeFinite } from '#kit'

export function longestWithin(xs: readonly number[], maxSum: number): number {
  nonNegativeFinite('maxSum', maxSum)
  for (const [i, x] of xs.entries()) nonNegativeFinite(`xs[${i}]`, x)
  const sums = xs as number[]
  for (let i = 1; i < sums.length; i++) sums[i] = (sums[i] as number) + (sums[i - 1] as number)
  let best = 0
  let left = 0
  for (let right = 0; right < sums.length; right++) {
    while ((sums[right] as number) - (left > 0 ? (sums[left - 1] as number) : 0) > maxSum) left++
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
