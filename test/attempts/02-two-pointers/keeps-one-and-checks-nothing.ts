// contains: accepts-a-negative-element, never-empties-the-window
import { integerAtLeast, nonNegativeFinite } from '#kit'

export function longestWithin(xs: readonly number[], maxSum: number): number {
  nonNegativeFinite('maxSum', maxSum)
  const window: number[] = []
  let from = 0
  let sum = 0
  let best = 0
  for (const x of xs) {
    window.push(x)
    sum += x
    while (window.length - from > 1 && sum > maxSum) sum -= window[from++] as number
    best = Math.max(best, window.length - from)
  }
  return best
}

export function longestRun(ok: readonly boolean[], maxErrors: number): number {
  integerAtLeast('maxErrors', maxErrors, 0)
  let left = 0
  let errors = 0
  for (const fine of ok) {
    if (!fine) errors++
    if (errors > maxErrors && !ok[left++]) errors--
  }
  return ok.length - left
}
