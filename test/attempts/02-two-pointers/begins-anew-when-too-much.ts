// contains: drops-the-whole-run
import { integerAtLeast, nonNegativeFinite } from '#kit'

export function longestWithin(xs: readonly number[], maxSum: number): number {
  nonNegativeFinite('maxSum', maxSum)
  for (const [i, x] of xs.entries()) nonNegativeFinite(`xs[${i}]`, x)
  let best = 0
  let sum = 0
  let length = 0
  for (const x of xs) {
    if (sum + x <= maxSum) {
      sum += x
      length++
    } else if (x <= maxSum) {
      sum = x
      length = 1
    } else {
      sum = 0
      length = 0
    }
    best = Math.max(best, length)
  }
  return best
}

export function longestRun(ok: readonly boolean[], maxErrors: number): number {
  integerAtLeast('maxErrors', maxErrors, 0)
  let best = 0
  let errors = 0
  let length = 0
  for (const fine of ok) {
    length++
    if (!fine && ++errors > maxErrors) {
      errors = 0
      length = 0
    }
    best = Math.max(best, length)
  }
  return best
}
