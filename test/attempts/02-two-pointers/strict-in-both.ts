// contains: must-stay-below-the-sum, must-stay-below-the-errors
import { integerAtLeast, nonNegativeFinite } from '#kit'

export function longestWithin(xs: readonly number[], maxSum: number): number {
  nonNegativeFinite('maxSum', maxSum)
  for (const [i, x] of xs.entries()) nonNegativeFinite(`xs[${i}]`, x)
  let [start, total, longest] = [0, 0, 0]
  for (const [end, x] of xs.entries()) {
    total += x
    while (total >= maxSum && start <= end) {
      total -= xs[start] as number
      start += 1
    }
    if (end + 1 - start > longest) longest = end + 1 - start
  }
  return longest
}

export function longestRun(ok: readonly boolean[], maxErrors: number): number {
  integerAtLeast('maxErrors', maxErrors, 0)
  let longest = 0
  let start = 0
  let bad = 0
  for (const [end, fine] of ok.entries()) {
    bad += fine ? 0 : 1
    while (bad >= maxErrors && start <= end) {
      bad -= ok[start] ? 0 : 1
      start += 1
    }
    if (end + 1 - start > longest) longest = end + 1 - start
  }
  return longest
}
