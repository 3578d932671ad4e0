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
  }
}

/** `128,000 steps`; a run that was stopped: `more than 2,000,000 steps`. */
export const showCost = (steps: number): string =>
  Number.isFinite(steps)
    ? `${Math.round(steps).toLocaleString('en-US')} steps`
    : `more than ${spent().toLocaleString('en-US')} steps`

/** The budget that a stopped run has spent. */
const spent = () => (counter.charged > counter.chargeBudget ? counter.chargeBudget : counter.budget)

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
export const growsLogarithmically = (growth: Growth): void => growsBelow(2.5 * 16, growth)

/** Holds that what costs 1 for size n costs less than `limit` for size 16·n. */
function growsBelow(limit: number, { of, run, n, needs, why }: Growth): void {
  const small = cost(run(n))
  // What costs more than it may need not come to its end, but for a number that can be shown.
  const enough = Math.max(Math.ceil(limit * small), DEFAULT_BUDGET)
  const large = cost(run(16 * n), Math.min(enough, METERED_BUDGET))
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
  const [small, large] = values.map((value) => cost(call(value).run)) as [number, number]
  if (small === 0) throw new Error('the meter counted 0: it is not attached')
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

/** What a call of a builtin goes through, in elements: of its array, its arguments, its result. */
type Charge = (length: number, args: readonly unknown[], result: unknown) => number

const whole: Charge = (length) => length
const given: Charge = (_length, args) => args.length
const made: Charge = (_length, _args, result) => lengthOf(result)
/** A search begins where it is told to and ends where it finds. */
const found: Charge = (length, [, from], result) =>
  (typeof result === 'number' && result >= 0 ? result + 1 : length) - clamp(from, length, 0)
/** Told is only whether, not where: all from the beginning on. */
const searched: Charge = (length, [, from]) => length - clamp(from, length, 0)
const foundFromTheEnd: Charge = (length, [, from], result) =>
  clamp(from, length - 1, length - 1) + 1 - Math.max(0, Number(result))
const sorted: Charge = (length) => length * Math.max(1, Math.log2(length))
/** What is removed, and what moves up behind it. */
const spliced: Charge = (length, [start]) => length - clamp(start, length, 0)
const ranged =
  (from: number, to: number): Charge =>
  (length, args) =>
    Math.max(0, clamp(args[to], length, length) - clamp(args[from], length, 0))

/** An index argument as array methods read it: from the end if negative, within the array. */
function clamp(index: unknown, length: number, missing: number): number {
  const at = index === undefined ? missing : Math.trunc(Number(index)) || 0
  return at < 0 ? Math.max(0, length + at) : Math.min(at, length)
}

const lengthOf = (value: unknown): number =>
  typeof value === 'string' || Array.isArray(value) || ArrayBuffer.isView(value)
    ? ((value as { length?: number }).length ?? 0) // a DataView has none
    : 0

/** Array methods by what they go through; typed arrays have the same names. */
const CHARGES: readonly (readonly [Charge, readonly string[]])[] = [
  [made, ['slice', 'concat', 'flat', 'with', 'toSpliced', 'toReversed', 'join']],
  [found, ['indexOf']],
  [sorted, ['sort', 'toSorted']],
  [spliced, ['splice']],
  [ranged(1, 2), ['fill', 'copyWithin']],
  [searched, ['includes']],
  [foundFromTheEnd, ['lastIndexOf']],
  [whole, ['shift', 'unshift', 'reverse']],
  [(_length, [source]) => lengthOf(source), ['set']],
]

/** The same of texts. What takes a regular expression calls its `exec`, which is charged by itself. */
const TEXT_CHARGES: readonly (readonly [Charge, readonly string[]])[] = [
  [made, ['slice', 'substring', 'substr', 'split', 'repeat', 'concat', 'replace']],
  [found, ['indexOf']],
  [foundFromTheEnd, ['lastIndexOf']],
  [searched, ['includes']],
  [whole, ['replaceAll']],
]

const { keys } = Object
const assigned: Charge = (_length, [, ...sources]) => {
  let all = 0
  for (let i = 0; i < sources.length; i++) all += sizeOf(sources[i])
  return all
}

/** How much is copied where all of it is. */
const sizeOf = (value: unknown): number =>
  typeof value === 'object' && value !== null && !ArrayBuffer.isView(value)
    ? keys(value).length
    : lengthOf(value)

/** Methods that call back: each call is a step, also of a function that is not the learner's own. */
const CALLING_BACK = [
  ...['map', 'filter', 'reduce', 'reduceRight', 'forEach', 'some', 'every', 'flatMap'],
  ...['find', 'findIndex', 'findLast', 'findLastIndex'],
]

let areCharged = false

/**
 * Has builtins charge the counter while it meters. Once and for all: what code keeps of them before it is
 * metered charges as well.
 */
export function chargeBuiltins(): void {
  if (areCharged) return
  areCharged = true
  const patch = (owner: object, name: PropertyKey, wrap: (original: Method) => Method) => {
    const before = Reflect.getOwnPropertyDescriptor(owner, name)
    if (typeof before?.value !== 'function') return
    const original = before.value as Method
    const value = wrap(original)
    for (const key of ['name', 'length'] as const) {
      Reflect.defineProperty(value, key, { value: original[key], configurable: true })
    }
    Reflect.defineProperty(owner, name, { ...before, value })
  }
  const charging = (name: string, charge: Charge) => (original: Method) =>
    metering(original, (self, args) => {
      const length = lengthOf(self)
      const result = apply(original, self, args)
      counter.charge(charge(length, args, result), name)
      return result
    })
  const callingBack = (name: string) => (original: Method) =>
    metering(original, (self, args) => {
      const callback = args[0]
      if (typeof callback !== 'function') return apply(original, self, args)
      args[0] = function counted(this: unknown, ...all: unknown[]): unknown {
        counter.charge(1, name)
        return apply(callback as Method, this, all)
      }
      return apply(original, self, args)
    })
  const typedArray = Object.getPrototypeOf(Float64Array) as { prototype: object }
  for (const owner of [Array.prototype, typedArray.prototype]) {
    for (const [charge, names] of CHARGES) {
      for (const name of names) patch(owner, name, charging(name, charge))
    }
    for (const name of CALLING_BACK) patch(owner, name, callingBack(name))
  }
  for (const [charge, names] of TEXT_CHARGES) {
    for (const name of names) patch(String.prototype, name, charging(name, charge))
  }
  patch(RegExp.prototype, 'exec', matching)
  for (const name of ['max', 'min', 'hypot']) patch(Math, name, charging(`Math.${name}`, given))
  for (const owner of [Array, typedArray]) patch(owner, 'from', charging('from', made))
  const listing = ['keys', 'values', 'entries', 'getOwnPropertyNames']
  for (const name of listing) patch(Object, name, charging(name, made))
  patch(Reflect, 'ownKeys', charging('ownKeys', made))
  patch(Object, 'assign', charging('assign', assigned))
  counter.onCopied = (value) => counter.charge(sizeOf(value), 'a copy')
  patch(JSON, 'stringify', charging('JSON.stringify', made))
  for (const { prototype } of [Map, Set]) patch(prototype, 'forEach', callingBack('forEach'))
  // Spread, for-of, destructuring and a typed array made of an array step through these; one that is
  // made of another typed array does not.
  for (const iterator of [[].values(), new Map().values(), new Set().values()]) {
    patch(
      Object.getPrototypeOf(iterator),
      'next',
      charging('an iterator', () => 1),
    )
  }
}

/** A match goes from where it begins to look to the end of what it finds. */
function matching(original: Method): Method {
  return metering(original, (self, args) => {
    const { lastIndex, sticky, global } = self as RegExp
    const length = lengthOf(args[0])
    const from = sticky || global ? clamp(lastIndex, length, 0) : 0
    const result = apply(original, self, args) as RegExpExecArray | null
    const end = result ? result.index + result[0].length : sticky ? from : length
    counter.charge(Math.max(1, end - from), 'a regular expression')
    return result
  })
}

/** The builtin as it is, until the counter meters. */
const metering = (original: Method, metered: (self: unknown, args: unknown[]) => unknown): Method =>
  ({
    builtin(this: unknown): unknown {
      // biome-ignore lint/complexity/noArguments: no array is made of them where nothing is metered
      if (!counter.metering) return apply(original, this, arguments)
      // biome-ignore lint/complexity/noArguments: see above
      return metered(this, slice(arguments))
    },
  }).builtin

const { apply } = Reflect
const sliceOf = Array.prototype.slice
const slice = (args: ArrayLike<unknown>): unknown[] => apply(sliceOf, args, [])

type Method = (this: unknown, ...args: unknown[]) => unknown
