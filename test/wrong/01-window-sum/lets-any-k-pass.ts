// misconception: Nobody asks for a window larger than the array.
// why: Somebody does, and gets NaN for an answer: [1] with k = 2 must be a RangeError naming k.
// caught by: k outside 1..xs.length, or no integer, is a RangeError that names k
export function maxWindowSum(xs: readonly number[], k: number): number {
  let sum = 0
  for (let i = 0; i < k; i++) sum += xs[i] as number
  let best = sum
  for (let i = k; i < xs.length; i++) {
    sum += (xs[i] as number) - (xs[i - k] as number)
    if (sum > best) best = sum
  }
  return best
}
