// misconception: Each window is a sum of its own, so I add up its k elements.
// why: The answers are right, but the cost is n·k: 100,000 elements with k = 1000 take 99,001,000 additions, where each element needs to come in and go out once.
// caught by: the cost is linear in the number of elements, whatever they are
import { integerIn } from '#kit'

export function maxWindowSum(xs: readonly number[], k: number): number {
  integerIn('k', k, 1, xs.length)
  let best = Number.NEGATIVE_INFINITY
  for (let start = 0; start + k <= xs.length; start++) {
    let sum = 0
    for (let i = start; i < start + k; i++) sum += xs[i] as number
    if (sum > best) best = sum
  }
  return best
}
