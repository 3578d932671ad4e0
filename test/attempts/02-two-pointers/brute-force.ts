// contains: restarts-from-the-next-element, counts-the-errors-of-each-window
import { integerAtLeast, nonNegativeFinite } from '#kit'

export function longestWithin(xs: readonly number[], maxSum: number): number {
  nonNegativeFinite('maxSum', maxSum)
  for (const [i, x] of xs.entries()) nonNegativeFinite(`xs[${i}]`, x)
  let longest = 0
  for (let i = 0; i < xs.length; i++) {
    let sum = 0
    for (let j = i; j < xs.length; j++) {
      sum += xs[j] as number
      if (sum > maxSum) break
      if (j - i + 1 > longest) longest = j - i + 1
    }
  }
  return longest
}

export function longestRun(ok: readonly boolean[], maxErrors: number): number {
  integerAtLeast('maxErrors', maxErrors, 0)
  let longest = 0
  for (let i = 0; i < ok.length; i++) {
    let errors = 0
    for (let j = i; j < ok.length; j++) {
      if (!ok[j]) errors++
      if (errors > maxErrors) break
      if (j - i + 1 > longest) longest = j - i + 1
    }
  }
  return longest
}
