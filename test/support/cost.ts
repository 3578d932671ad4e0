import { show, Wrong } from './failure.ts'
import { counter } from './steps.ts'

/**
 * What a call costs, counted: loop passes and function calls of the learner's code (ticks), elements
 * that builtins go through on its behalf (`slice`, `shift`, `Math.max(...xs)`), and counted reads.
 * Never a time.
 */
export function cost(call: () => unknown): number {
  const before = counter.steps + counter.charged
  try {
    return metered(() => {
      call()
      return counter.steps + counter.charged - before
    })
  } catch (error) {
    if (error !== counter.over) throw error
    return Number.POSITIVE_INFINITY
  }
}

/** Calls it with builtins charged, so that what they take for it has a bound, too. */
export function metered<T>(call: () => T): T {
  const restore = chargeBuiltins()
  try {
    const result = call()
    counter.assertWithin()
    return result
  } finally {
    restore()
  }
}

/** `128,000 steps`; a run that was stopped: `more than 2,000,000 steps`. */
export const showCost = (steps: number): string =>
  Number.isFinite(steps)
    ? `${Math.round(steps).toLocaleString('en-US')} steps`
    : `more than ${counter.budget.toLocaleString('en-US')} steps`

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
 * Holds that the cost grows about as the size does: over a factor of 16 in size, less than 32 in cost,
 * which lets n·log n and rings that grow by fours pass and stops n².
 */
export function growsLinearly({ of, run, n, needs, why }: Growth): void {
  const small = cost(run(n))
  const large = cost(run(16 * n))
  if (small < n) throw new Error(`the meter counted ${small} for ${n}: it is not attached`)
  if (large / small < 32) return
  throw new Wrong(
    [
      `${of(n)}: ${showCost(small)}`,
      `${of(16 * n)}: ${showCost(large)}`,
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
  const [small, large] = values.map((value) => cost(call(value).run)) as [number, number]
  if (large / small < 2) return
  const lines = values.map(
    (value, i) => `${call(value).shown}: ${showCost([small, large][i] ?? 0)}`,
  )
  throw new Wrong([...lines, `  expected the same whatever ${parameter} is: ${why}`].join('\n'))
}

/** An array whose index reads are counted, as steps and by themselves. */
export function countingReads<T>(items: readonly T[]): {
  array: readonly T[]
  reads: () => number
} {
  let reads = 0
  const array = new Proxy(items, {
    get(target, key, receiver) {
      if (typeof key === 'string' && key.charCodeAt(0) <= 57) {
        reads++
        counter.charge(1, 'reading')
      }
      return Reflect.get(target, key, receiver)
    },
  })
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

type Charge = (self: { length: number }, args: readonly unknown[], result: unknown) => number

const whole: Charge = (self) => self.length
const given: Charge = (_self, args) => args.length
const made: Charge = (_self, _args, result) => lengthOf(result)
const found: Charge = (self, _args, result) =>
  typeof result === 'number' && result >= 0 ? result + 1 : self.length
const sorted: Charge = ({ length }) => length * Math.max(1, Math.log2(length))

const lengthOf = (value: unknown): number =>
  typeof value === 'string' || Array.isArray(value) || ArrayBuffer.isView(value)
    ? (value as { length: number }).length
    : 0

/** Array methods by what they go through; typed arrays have the same names. */
const CHARGES: readonly (readonly [Charge, readonly string[]])[] = [
  [made, ['slice', 'concat', 'flat', 'flatMap']],
  [found, ['indexOf', 'findIndex']],
  [sorted, ['sort', 'toSorted']],
  [
    whole,
    [
      ...['shift', 'unshift', 'splice', 'copyWithin', 'fill', 'reverse', 'join', 'includes'],
      ...['lastIndexOf', 'find', 'findLast', 'findLastIndex', 'map', 'filter', 'reduce'],
      ...['reduceRight', 'forEach', 'some', 'every', 'with', 'toSpliced', 'toReversed', 'set'],
    ],
  ],
]

/** Patches builtins so that they charge the counter; returns what puts them back. */
function chargeBuiltins(): () => void {
  const undo: (() => void)[] = []
  const patch = (owner: object, name: PropertyKey, charge: Charge) => {
    const before = Reflect.getOwnPropertyDescriptor(owner, name)
    const original = before?.value as ((...args: unknown[]) => unknown) | undefined
    if (!before || typeof original !== 'function') return
    function charging(this: { length: number }, ...args: unknown[]): unknown {
      const result = Reflect.apply(original as () => unknown, this, args)
      counter.charge(charge(this, args, result), String(name))
      return result
    }
    Reflect.defineProperty(owner, name, { ...before, value: charging })
    undo.push(() => Reflect.defineProperty(owner, name, before))
  }
  const typedArray = Object.getPrototypeOf(Float64Array) as { prototype: object }
  for (const [charge, names] of CHARGES) {
    for (const name of names) {
      patch(Array.prototype, name, charge)
      patch(typedArray.prototype, name, charge)
    }
  }
  for (const name of ['max', 'min', 'hypot']) patch(Math, name, given)
  for (const name of ['from', 'of']) patch(Array, name, made)
  for (const name of ['keys', 'values', 'entries']) patch(Object, name, made)
  for (const name of ['stringify']) patch(JSON, name, made)
  patch(Map.prototype, 'forEach', (self) => (self as unknown as Map<unknown, unknown>).size)
  patch(Set.prototype, 'forEach', (self) => (self as unknown as Set<unknown>).size)
  // Spread, for-of and destructuring step through these.
  for (const iterator of [[].values(), new Map().values(), new Set().values()]) {
    patch(Object.getPrototypeOf(iterator), 'next', () => 1)
  }
  return () => {
    for (const one of undo.reverse()) one()
  }
}
