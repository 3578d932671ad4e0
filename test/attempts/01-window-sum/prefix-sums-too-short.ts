// contains: misses-the-last-window
import { integerIn } from '#kit'

export function maxWindowSum(xs: readonly number[], k: number): number {
  integerIn('k', k, 1, xs.length)
  const prefix = [0]
  for (const x of xs) prefix.push((prefix.at(-1) as number) + x)
  let max = Number.NEGATIVE_INFINITY
  for (let from = 0; from < xs.length - k; from++) {
    max = Math.max(max, (prefix[from + k] as number) - (prefix[from] as number))
  }
  return max
}
