// contains: measures-before-it-shrinks, measures-the-run-before-it-shrinks
import { integerAtLeast, nonNegativeFinite } from '#kit'

function longest(weights: readonly number[], limit: number): number {
  let [left, load, max] = [0, 0, 0]
  weights.forEach((weight, right) => {
    load += weight
    max = Math.max(max, right - left + 1)
    while (load > limit) load -= weights[left++] as number
  })
  return max
}

export function longestWithin(xs: readonly number[], maxSum: number): number {
  nonNegativeFinite('maxSum', maxSum)
  for (const [i, x] of xs.entries()) nonNegativeFinite(`xs[${i}]`, x)
  return longest(xs, maxSum)
}

export function longestRun(ok: readonly boolean[], maxErrors: number): number {
  integerAtLeast('maxErrors', maxErrors, 0)
  return longest(
    ok.map((fine) => (fine ? 0 : 1)),
    maxErrors,
  )
}
