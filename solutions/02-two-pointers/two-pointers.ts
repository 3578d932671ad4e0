import { integerAtLeast, nonNegativeFinite } from '#kit'

/**
 * The length of the longest run of neighbours whose sum is at most `maxSum`; 0 if there is none.
 *
 * @param xs finite numbers ≥ 0, else a `RangeError` naming the element; read, never modified
 * @param maxSum a finite number ≥ 0; else a `RangeError`
 *
 * Cost: linear in `xs.length`, whatever the numbers are. Both pointers only move forward, so the
 * inner loop takes at most `xs.length` steps over all passes of the outer one.
 *
 * Why `left` need not go back: when `xs[left .. right]` is too much, so is every run from `left` on
 * that ends later, since no element is negative. Nothing that starts at `left` can win any more.
 */
export function longestWithin(xs: readonly number[], maxSum: number): number {
  nonNegativeFinite('maxSum', maxSum)
  for (const [i, x] of xs.entries()) nonNegativeFinite(`xs[${i}]`, x)

  let best = 0
  // What is left of maxSum, rather than the sum: that may be too large for a number.
  let room = maxSum
  let left = 0
  for (let right = 0; right < xs.length; right++) {
    room -= xs[right] as number
    while (room < 0) {
      room += xs[left++] as number
      // Rounding may have left something behind; an empty window leaves all of maxSum.
      if (left > right) room = maxSum
    }
    // Invariant: room is maxSum less xs[left .. right], the longest run ending at right that fits.
    best = Math.max(best, right - left + 1)
  }
  return best
}

/**
 * The length of the longest run of neighbours with at most `maxErrors` times `false` in it.
 *
 * @param ok one answer a probe: `false` is an error; read, never modified
 * @param maxErrors an integer ≥ 0; else a `RangeError`
 *
 * Cost: linear in `ok.length`, whatever `maxErrors` is, by the same argument: with 1 for an error
 * and 0 for anything else, this is `longestWithin`.
 */
export function longestRun(ok: readonly boolean[], maxErrors: number): number {
  integerAtLeast('maxErrors', maxErrors, 0)

  let best = 0
  let errors = 0
  let left = 0
  for (let right = 0; right < ok.length; right++) {
    if (!ok[right]) errors++
    while (errors > maxErrors) if (!ok[left++]) errors--
    // Invariant: errors is over ok[left .. right], the longest run ending at right that is allowed.
    best = Math.max(best, right - left + 1)
  }
  return best
}

/**
 * The same with a window that never shrinks: when it is too much, it moves on by one as it is.
 *
 * A window shorter than the best one so far decides nothing, so there is no need to look at it. No
 * inner loop and no `best`: the window's last length is the answer. It trades the invariant: what
 * lies between the pointers may be too much, so it says nothing about runs on the way.
 */
export function longestRunUnshrinking(ok: readonly boolean[], maxErrors: number): number {
  integerAtLeast('maxErrors', maxErrors, 0)

  let errors = 0
  let left = 0
  for (const fine of ok) {
    if (!fine) errors++
    if (errors > maxErrors && !ok[left++]) errors--
  }
  return ok.length - left
}

/**
 * The same on a stream, whose elements cannot be read again: it keeps where the last errors were.
 *
 * It trades memory for that: up to `maxErrors + 1` positions, where two pointers need none. Each
 * error is put down once and passed once, so it is linear as well.
 */
export function longestRunOfStream(ok: Iterable<boolean>, maxErrors: number): number {
  integerAtLeast('maxErrors', maxErrors, 0)

  let best = 0
  let start = 0
  let at = 0
  let errors: number[] = []
  let head = 0
  for (const fine of ok) {
    if (!fine) errors.push(at)
    // Invariant: errors from head on are those of the run from start, at most maxErrors of them.
    if (errors.length - head > maxErrors) start = (errors[head++] as number) + 1
    if (head * 2 > errors.length) {
      errors = errors.slice(head)
      head = 0
    }
    best = Math.max(best, ++at - start)
  }
  return best
}
