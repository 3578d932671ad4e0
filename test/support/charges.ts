// What builtins cost: how many elements each goes through.
import { counter } from './steps.ts'

/** The language's own: the patched ones would charge for what is reckoned here. */
const { max, min } = Math

/**
 * What a call of a builtin goes through, in elements: of its array, its arguments, its result. Nothing is
 * destructured in it: that steps through an iterator, which is charged for.
 */
type Charge = (length: number, args: readonly unknown[], result: unknown) => number

const whole: Charge = (length) => length
const given: Charge = (_length, args) => args.length
const made: Charge = (_length, _args, result) => lengthOf(result)
/** What comes of it may be less than what it goes through: texts without a character, say. */
const wholeAndMade: Charge = (length, _args, result) => max(length, lengthOf(result))
const source: Charge = (_length, args) => lengthOf(args[0])
const takenFrom: Charge = (_length, args, result) => max(lengthOf(args[0]), lengthOf(result))
/** A search begins where it is told to and ends where it finds. */
const found: Charge = (length, args, result) =>
  (typeof result === 'number' && result >= 0 ? result + 1 : length) - clamp(args[1], length, 0)
/** Told is only whether, not where: all from the beginning on. */
const searched: Charge = (length, args) => length - clamp(args[1], length, 0)
const foundFromTheEnd: Charge = (length, args, result) =>
  clamp(args[1], length - 1, length - 1) + 1 - max(0, Number(result))
const sorted: Charge = (length) => length * max(1, Math.log2(length))
/** What is removed, and what moves up behind it. */
const spliced: Charge = (length, args) => length - clamp(args[0], length, 0)
const ranged =
  (from: number, to: number): Charge =>
  (length, args) =>
    max(0, clamp(args[to], length, length) - clamp(args[from], length, 0))

/** An index argument as array methods read it: from the end if negative, within the array. */
function clamp(index: unknown, length: number, missing: number): number {
  const at = index === undefined ? missing : Math.trunc(Number(index)) || 0
  return at < 0 ? max(0, length + at) : min(at, length)
}

/** Of a text, an array, a typed array, and what has a length as they do; a DataView has none. */
function lengthOf(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (!isObject(value)) return 0
  const length = Number((value as { length?: unknown }).length)
  return length > 0 ? Math.trunc(length) : 0
}

/** What stands there, read once if it is an object. */
function asNumber<T extends object>(holder: T, key: keyof T): void {
  if (isObject(holder[key])) Reflect.set(holder, key, Number(holder[key]))
}

const isObject = (value: unknown): value is object =>
  (typeof value === 'object' && value !== null) || typeof value === 'function'

/** What is charged so, and which of its arguments are places in what it goes through. */
type Charged = readonly [charge: Charge, names: readonly string[], places?: readonly number[]]

/** Array methods by what they go through; typed arrays have the same names. */
const CHARGES: readonly Charged[] = [
  [ranged(0, 1), ['slice'], [0, 1]],
  [wholeAndMade, ['concat', 'flat', 'with', 'toSpliced', 'toReversed', 'join']],
  [found, ['indexOf'], [1]],
  [sorted, ['sort', 'toSorted']],
  [spliced, ['splice'], [0]],
  [ranged(1, 2), ['fill', 'copyWithin'], [1, 2]],
  [searched, ['includes'], [1]],
  [foundFromTheEnd, ['lastIndexOf'], [1]],
  [whole, ['shift', 'unshift', 'reverse']],
  [source, ['set']],
]

/** The same of texts. What takes a regular expression calls its `exec`, which is charged by itself. */
const TEXT_CHARGES: readonly Charged[] = [
  [made, ['slice', 'substring', 'substr', 'repeat', 'concat', 'replace', 'padStart', 'padEnd']],
  [wholeAndMade, ['split']],
  [found, ['indexOf'], [1]],
  [foundFromTheEnd, ['lastIndexOf'], [1]],
  [searched, ['includes'], [1]],
  [whole, ['replaceAll']],
]

const { keys } = Object
const assigned: Charge = (_length, args) => {
  let all = 0
  for (let i = 1; i < args.length; i++) all += sizeOf(args[i])
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
    const value = named(wrap(original), original)
    Reflect.defineProperty(owner, name, { ...before, value })
  }
  const charging =
    (name: string, charge: Charge, places: readonly number[] = [], isText = false) =>
    (original: Method) =>
      metering(original, (given, args) => {
        const self = isText && isObject(given) ? String(given) : given
        // Read once: an object could tell the builtin one number, and the charge another.
        for (let i = 0; i < places.length; i++) asNumber(args, places[i] as number)
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
    for (const [charge, names, places] of CHARGES) {
      for (const name of names) patch(owner, name, charging(name, charge, places))
    }
    for (const name of CALLING_BACK) patch(owner, name, callingBack(name))
  }
  for (const [charge, names, places] of TEXT_CHARGES) {
    for (const name of names) patch(String.prototype, name, charging(name, charge, places, true))
  }
  patch(RegExp.prototype, 'exec', matching)
  for (const name of ['max', 'min', 'hypot']) patch(Math, name, charging(`Math.${name}`, given))
  for (const owner of [Array, typedArray]) patch(owner, 'from', charging('from', takenFrom))
  const listing = ['keys', 'values', 'entries', 'getOwnPropertyNames']
  for (const name of listing) patch(Object, name, charging(name, made))
  patch(Reflect, 'ownKeys', charging('ownKeys', made))
  patch(Object, 'assign', charging('assign', assigned))
  counter.onCopied = (value) => counter.charge(sizeOf(value), 'a copy')
  patch(JSON, 'stringify', charging('JSON.stringify', made))
  patch(JSON, 'parse', charging('JSON.parse', source))
  for (const { prototype } of [Map, Set]) patch(prototype, 'forEach', callingBack('forEach'))
  // Spread, for-of, destructuring and a typed array made of an array step through these; one that is
  // made of another typed array does not.
  for (const iterator of [[].values(), new Map().values(), new Set().values()]) {
    patch(Object.getPrototypeOf(iterator), 'next', stepping)
  }
}

/** A function with another one's name and length. */
function named(value: Method, { name, length }: Method): Method {
  Reflect.defineProperty(value, 'name', { value: name, configurable: true })
  Reflect.defineProperty(value, 'length', { value: length, configurable: true })
  return value
}

/** A match goes from where it begins to look to the end of what it finds. */
function matching(original: Method): Method {
  return metering(original, (self, args) => {
    asNumber(self as RegExp, 'lastIndex')
    if (isObject(args[0])) args[0] = String(args[0])
    const { lastIndex, sticky, global } = self as RegExp
    const length = lengthOf(args[0])
    const from = sticky || global ? clamp(lastIndex, length, 0) : 0
    const result = apply(original, self, args) as RegExpExecArray | null
    const end = result ? result.index + result[0].length : sticky ? from : length
    counter.charge(max(1, end - from), 'a regular expression')
    return result
  })
}

/** The same function whether it is metered or not: code that saw another one would know that it is. */
const stepping = (original: Method): Method =>
  ({
    next(this: unknown): unknown {
      const step = apply(original, this, NONE)
      if (counter.metering) counter.charge(1, 'an iterator')
      return step
    },
  }).next

const NONE: readonly unknown[] = []

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
