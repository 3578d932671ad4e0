// contains: answers-the-last-run
import { integerAtLeast, nonNegativeFinite, todo } from '#kit'

export function longestWithin(xs: readonly number[], maxSum: number): number {
  nonNegativeFinite('maxSum', maxSum)
  for (const [i, x] of xs.entries()) nonNegativeFinite(`xs[${i}]`, x)
  let left = 0
  let right = 0
  let sum = 0
  while (right < xs.length) {
    sum += xs[right++] as number
    while (sum > maxSum) sum -= xs[left++] as number
  }
  return right - left
}

export function longestRun(ok: readonly boolean[], maxErrors: number): number {
  integerAtLeast('maxErrors', maxErrors, 0)
  return todo('return the length of the longest run with at most maxErrors errors', ok)
}
