// contains: nothing listed
import { integerIn } from '#kit'

export function maxWindowSum(xs: readonly number[], k: number): number {
  integerIn('k', k, 1, xs.length)
  const queue: number[] = []
  let sum = 0
  let best = Number.NEGATIVE_INFINITY
  for (const x of xs) {
    queue.push(x)
    sum += x
    if (queue.length > k) sum -= queue.shift() as number
    if (queue.length === k) best = Math.max(best, sum)
  }
  return best
}
