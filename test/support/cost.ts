import { chargeBuiltins } from './charges.ts'
import { show, Wrong } from './failure.ts'
import { CHARGE_BUDGET, counter, DEFAULT_BUDGET } from './steps.ts'

/**
 * What a call costs, counted: loop passes and function calls of the learner's code (ticks), elements
 * that builtins go through on its behalf (`slice`, `shift`, `Math.max(...xs)`), and counted reads.
 * Never a time. Infinity past `budget`.
 */
export function cost(call: () => unknown, budget = METERED_BUDGET): number {
  try {
    return metered(() => {
      call()
      return counter.steps + counter.charged
    }, budget)
  } catch (error) {
    if (error !== counter.over) throw error
    return Number.POSITIVE_INFINITY
  }
}

/** The builtin that takes more than half of what the call costs, if one does: `includes`, `a copy`. */
export function costliestOf(call: () => unknown, budget?: number): string | undefined {
  cost(call, budget)
  return counter.costliest
}

/** Steps in a metered call: it may be long, and is bounded by them rather than by a clock. */
const METERED_BUDGET = 20_000_000

/** Calls it with builtins charged, so that what they take for it has a bound, too. */
export function metered<T>(call: () => T, budget = METERED_BUDGET): T {
  chargeBuiltins()
  counter.begin(budget, Math.min(budget, CHARGE_BUDGET))
  counter.metering = true
  try {
    const result = call()
    counter.assertWithin()
    return result
  } finally {
    counter.metering = false
    counter.slow ||= counter.over !== undefined
  }
}

/** `128,000 steps`; a run that was stopped: `more than 2,000,000 steps`. */
export const showCost = (steps: number): string =>
  Number.isFinite(steps)
    ? `${Math.round(steps).toLocaleString('en-US')} steps`
    : `more than ${spent().toLocaleString('en-US')} steps`

/** The budget that a stopped run has spent. */
const spent = () => (counter.charged > counter.chargeBudget ? counter.chargeBudget : counter.budget)

/** Times as much as a right solution needs: for many things, and for few, where a square is not much yet. */
const [MUCH, FAR_TOO_MUCH] = [200, 1000]

export interface Growth {
  /** What is run, in the task's words, for size n: `maxWindowSum of ${n} numbers, k = 64`. */
  readonly of: (n: number) => string
  /** The work for size n, prepared outside the count. */
  readonly run: (n: number) => () => unknown
  readonly n: number
  /** Steps that a right solution needs for size n, about. */
  readonly needs: (n: number) => number
  readonly why: string
}

/**
 * Holds that the cost grows about as the size does: over a factor of 16 in size, less than 32 in cost.
 * Rings that grow by fours pass, n·√n (64 times) and n² do not. A logarithm is not told apart from a
 * constant: n·log n costs 27 times as much at n = 50, and is stopped for an n of 16 or less only.
 */
export const growsLinearly = (growth: Growth): void => growsBelow(32, growth)

/**
 * Holds that n things, to a structure that holds n, cost a logarithm each: over a factor of 16, less than
 * 2.5 times as much each. From 512 on a balanced tree takes about 1.5 times as much, a B-tree that gets
 * another level 2.1, blocks of √n 2.7 and more.
 */
export const growsLogarithmically = (growth: Growth): void => growsBelow(2.5 * 16, growth, 512)

/** How many times fewer things are enough to see once more that code is slow; and how few are too few for that. */
const [FEWER, FEW] = [8, 64]

/**
 * Holds that what costs 1 for size n costs less than `limit` for size 16·n. Code that another test has found
 * too slow is asked with fewer things first: a square of them takes seconds to count, test after test.
 */
function growsBelow(limit: number, growth: Growth, few = FEW): void {
  try {
    const n = Math.max(few, Math.ceil(growth.n / FEWER))
    if (counter.slow && n < growth.n) holdsBelow(limit, { ...growth, n })
    holdsBelow(limit, growth)
  } catch (error) {
    counter.slow ||= error instanceof Wrong
    throw error
  }
}

function holdsBelow(limit: number, { of, run, n, needs, why }: Growth): void {
  const small = cost(run(n), Math.max(FAR_TOO_MUCH * needs(n), DEFAULT_BUDGET))
  const wanted = `  expected about ${showCost(needs(n))}: ${why}`
  // It does not end: there is nothing to compare, and to wait for it once more takes seconds.
  if (!Number.isFinite(small)) throw new Wrong(`${of(n)}: ${showCost(small)}\n${wanted}`)
  // What costs more than it may need not come to its end, but for a number that can be shown.
  const enough = Math.min(Math.ceil(limit * small), MUCH * needs(16 * n))
  const large = cost(run(16 * n), Math.max(enough, DEFAULT_BUDGET))
  if (small < n) throw new Error(`the meter counted ${small} for ${n}: it is not attached`)
  if (large / small < limit) return
  const mostly = counter.costliest ? `, mostly in ${counter.costliest}` : ''
  throw new Wrong(
    [
      `${of(n)}: ${showCost(small)}`,
      `${of(16 * n)}: ${showCost(large)}${mostly}`,
      `  expected about ${showCost(needs(16 * n))}: ${why}`,
    ].join('\n'),
  )
}

/** Holds that a call costs the same, within a factor of 2, whatever a parameter is. */
export function costIndependentOf(
  parameter: string,
  values: readonly [small: number, large: number],
  call: (value: number) => { shown: string; run: () => unknown },
  why: string,
): void {
  const wanted = `  expected the same whatever ${parameter} is: ${why}`
  const shown: string[] = []
  const costOf = (value: number) => {
    const { shown: what, run } = call(value)
    const steps = cost(run, DEFAULT_BUDGET)
    shown.push(`${what}: ${showCost(steps)}`)
    if (!Number.isFinite(steps)) throw new Wrong([...shown, wanted].join('\n'))
    return steps
  }
  const small = costOf(values[0])
  if (small === 0) throw new Error('the meter counted 0: it is not attached')
  if (costOf(values[1]) / small >= 2) throw new Wrong([...shown, wanted].join('\n'))
}

/** An array whose index reads are counted, as steps and by themselves. */
export function countingReads<T>(items: readonly T[]): {
  array: readonly T[]
  reads: () => number
} {
  let reads = 0
  const array: T[] = new Array(items.length)
  // A real array with getters and no proxy, so that everything that takes an array takes it.
  for (const [i, item] of items.entries()) {
    const get = () => {
      reads++
      counter.charge(1, 'reading')
      return item
    }
    Object.defineProperty(array, i, { get, enumerable: true })
  }
  return { array, reads: () => reads }
}

/** Holds that `fn` reads each element of its first argument at most `limit` times, on average. */
export function readsAtMost<T>(
  limit: number,
  items: readonly T[],
  rest: readonly unknown[],
  fn: (array: readonly T[], ...rest: never[]) => unknown,
): void {
  const { array, reads } = countingReads(items)
  fn(array, ...(rest as never[]))
  if (reads() <= limit * items.length) return
  const per = Math.ceil(reads() / items.length)
  throw new Wrong(
    `${fn.name}(${items.length.toLocaleString('en-US')} elements, ${rest.map(show).join(', ')}) ` +
      `reads each about ${per} times\n  expected at most ${limit}`,
  )
}
