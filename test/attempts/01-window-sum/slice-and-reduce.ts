// contains: recomputes-every-window
import { integerIn } from '#kit'

const add = (a: number, b: number) => a + b

export function maxWindowSum(xs: readonly number[], k: number): number {
  integerIn('k', k, 1, xs.length)
  const sums = xs.slice(k - 1).map((_, i) => xs.slice(i, i + k).reduce(add, 0))
  return sums.reduce((best, sum) => Math.max(best, sum))
}
