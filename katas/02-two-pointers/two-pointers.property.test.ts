import { longestRun, longestWithin } from '#kata/02-two-pointers/two-pointers.ts'
import { answers, fc, law, refuses } from '#support'

/** Every run from every start, and the longest whose elements add up to no more than `most`. */
function naive(costs: readonly number[], most: number): number {
  let best = 0
  for (let from = 0; from < costs.length; from++) {
    for (let to = from + 1; to <= costs.length; to++) {
      const sum = costs.slice(from, to).reduce((a, b) => a + b, 0)
      if (sum <= most) best = Math.max(best, to - from)
    }
  }
  return best
}

/** Small ones that many runs fit, zeros, and now and then one that fits nowhere. */
const element = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 6 }) },
  { weight: 2, arbitrary: fc.constant(0) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 5_000_000_000 }) },
)
const row = fc.array(element, { maxLength: 24 })
const maxSum = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 30 }) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 10_000_000_000 }) },
)

law('longestWithin agrees with adding up every run', fc.tuple(row, maxSum), ([xs, most]) => {
  answers(longestWithin, [xs, most], naive(xs, most))
})

/** Mostly fine, as probes are, or as often wrong as right. */
const probes = fc.constantFrom(0.1, 0.5, 0.9).chain((share) =>
  fc.array(
    fc.integer({ min: 0, max: 99 }).map((n) => n >= share * 100),
    { maxLength: 24 },
  ),
)

law(
  'longestRun agrees with counting the errors of every run',
  fc.tuple(probes, fc.integer({ min: 0, max: 6 })),
  ([ok, maxErrors]) => {
    const costs = ok.map((fine) => (fine ? 0 : 1))
    answers(longestRun, [ok, maxErrors], naive(costs, maxErrors))
  },
)

const fault = fc.constantFrom(
  ...[-1, -0.5, -5_000_000_000, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
)

law(
  'an element that is not finite or below 0 is refused, wherever it stands',
  fc.tuple(row, fault, row, maxSum),
  ([before, bad, after, most]) => {
    const xs = [...before, bad, ...after]
    const shown = `longestWithin([${xs.join(', ')}], ${most})`
    refuses(shown, () => longestWithin(xs, most), `xs[${before.length}]`, bad)
  },
)
