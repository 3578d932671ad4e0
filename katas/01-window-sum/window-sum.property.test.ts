import { maxWindowSum } from '#kata/01-window-sum/window-sum.ts'
import { answers, fc, law, near } from '#support'

/** Every window added up afresh: slow, and right by definition. */
function naive(xs: readonly number[], k: number): number {
  const sums = xs.slice(k - 1).map((_, i) => xs.slice(i, i + k).reduce((a, b) => a + b, 0))
  return Math.max(...sums)
}

const input = (elements: fc.Arbitrary<number>) =>
  fc
    .array(elements, { minLength: 1, maxLength: 40 })
    .chain((xs) => fc.tuple(fc.constant(xs), fc.integer({ min: 1, max: xs.length })))

/** Small enough that every usual way to add them up is exact. */
const whole = fc.oneof(
  fc.integer({ min: -20, max: 20 }),
  fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }),
)

law('it agrees with adding up every window', input(whole), ([xs, k]) => {
  answers(maxWindowSum, [xs, k], naive(xs, k))
})

law('raising every element by 1 raises the answer by k', input(whole), ([xs, k]) => {
  answers(maxWindowSum, [xs.map((x) => x + 1), k], naive(xs, k) + k)
})

/** Powers of two of very different sizes, which a running sum cannot take back out. */
const uneven = fc.oneof(
  fc.integer({ min: -8, max: 8 }),
  fc.tuple(fc.integer({ min: -60, max: 60 }), fc.constantFrom(-1, 1)).map(([e, s]) => s * 2 ** e),
  fc.constantFrom(0.1, -0.1, 1e16, -1e16, 1e32, -1e32, 2.06, -0.888889),
)

law(
  "stretch: a window's rounding error does not outlive its elements",
  input(uneven),
  ([xs, k]) => {
    answers(maxWindowSum, [xs, k], nearest(xs, k))
  },
)

/** The largest exact sum, and how far off it an answer may be. */
function nearest(xs: readonly number[], k: number) {
  const windows = xs.slice(k - 1).map((_, i) => xs.slice(i, i + k))
  const bound = (w: readonly number[]) => k * 2 ** -52 * w.reduce((a, x) => a + Math.abs(x), 0)
  const low = Math.max(...windows.map((w) => exactSum(w) - bound(w)))
  const high = Math.max(...windows.map((w) => exactSum(w) + bound(w)))
  return near((low + high) / 2, (high - low) / 2)
}

/** Exact for multiples of 2^-1074 by counting in the smallest unit that occurs; rounded once at the end. */
function exactSum(xs: readonly number[]): number {
  let sum = 0n
  for (const x of xs) sum += toUnits(x)
  return Number(sum) / 2 ** UNIT_BITS
}

/** 2^-110 holds every bit of the elements above: 2^-57 is the last of 0.1, 2^-60 the smallest power. */
const UNIT_BITS = 110

function toUnits(x: number): bigint {
  // In two halves, since 2^110·x may be past what a double holds exactly as an integer step.
  const [high, low] = [Math.trunc(x), x - Math.trunc(x)]
  return BigInt(high) * 2n ** BigInt(UNIT_BITS) + BigInt(low * 2 ** UNIT_BITS)
}
