// misconception: The best run is put back to 0 when I hand it out, so that the next call finds it so.
// why: A call that throws hands nothing out. After [1, 1, -1], which is refused, [9] with maxSum = 5 gives 2; the right value is 0.
// caught by: a refusal leaves nothing behind: the next call begins afresh
import { integerAtLeast, nonNegativeFinite } from '#kit'

let best = 0

export function longestWithin(xs: readonly number[], maxSum: number): number {
  nonNegativeFinite('maxSum', maxSum)
  let sum = 0
  let left = 0
  for (let right = 0; right < xs.length; right++) {
    nonNegativeFinite(`xs[${right}]`, xs[right] as number)
    sum += xs[right] as number
    while (sum > maxSum) sum -= xs[left++] as number
    best = Math.max(best, right - left + 1)
  }
  const answer = best
  best = 0
  return answer
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
