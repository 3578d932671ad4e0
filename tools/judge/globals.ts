import { lockLanguage } from './locked.ts'
import { Refused } from './refused.ts'

const { defineProperty, deleteProperty, getOwnPropertyDescriptor, ownKeys } = Reflect

/**
 * Keeps a learner's file from changing a global: `Array.prototype.push`, `Math.max`. Such code would change what
 * the tests themselves do, so that its verdict means nothing. What cannot be locked, since tests and vitest
 * change it themselves, is looked at, and put back.
 */
export class GlobalsGuard {
  static #started: GlobalsGuard | undefined
  readonly #before = snapshot()

  /** One a process: what is there first is what is right. */
  static start(): GlobalsGuard {
    lockLanguage()
    GlobalsGuard.#started ??= new GlobalsGuard()
    return GlobalsGuard.#started
  }

  /** Throws an error that names the global that is not what it was; it is put back first. */
  assertUntouched(): void {
    let changed: string | undefined
    for (const { owner, name, properties } of this.#before) {
      for (const key of ownKeys(owner)) {
        if (properties.has(key) || OPEN.has(owner)) continue
        changed ??= `${name}.${String(key)} was added`
        deleteProperty(owner, key)
      }
      for (const [key, before] of properties) {
        const now = getOwnPropertyDescriptor(owner, key)
        if (now && same(now, before)) continue
        changed ??= `${name}.${String(key)} was changed`
        defineProperty(owner, key, before)
      }
    }
    if (changed) throw new Refused(`the implementation patches globals: ${changed}`)
  }
}

interface Snapshot {
  readonly owner: object
  readonly name: string
  readonly properties: Map<PropertyKey, PropertyDescriptor>
}

/** Objects that Node and vitest fill in as they go: there only what exists and is code is guarded. */
const OPEN = new Set<object>([globalThis, process, console, performance, Error])

const CONSTRUCTORS = [
  ...[Object, Function, Array, Number, String, Boolean, Symbol, BigInt, Date, RegExp, Promise],
  ...[Map, Set, WeakMap, WeakSet, Error, TypeError, RangeError],
  ...[Float64Array, Int32Array, Uint32Array],
]

function snapshot(): Snapshot[] {
  const owners: [string, object][] = [
    ['globalThis', globalThis],
    ['Math', Math],
    ['JSON', JSON],
    ['Reflect', Reflect],
    ['Atomics', Atomics],
    ['process', process],
    ['console', console],
    ['performance', performance],
    ['the array iterator', Object.getPrototypeOf([].values())],
    ['the map iterator', Object.getPrototypeOf(new Map().values())],
    ['the set iterator', Object.getPrototypeOf(new Set().values())],
    ['every typed array', Object.getPrototypeOf(Float64Array)],
    ['%TypedArray%.prototype', Object.getPrototypeOf(Float64Array.prototype)],
    ...CONSTRUCTORS.flatMap((one): [string, object][] => [
      [one.name, one],
      [`${one.name}.prototype`, one.prototype as object],
    ]),
  ]
  return owners.map(([name, owner]) => ({ name, owner, properties: propertiesOf(owner) }))
}

function propertiesOf(owner: object): Map<PropertyKey, PropertyDescriptor> {
  const properties = new Map<PropertyKey, PropertyDescriptor>()
  for (const key of ownKeys(owner)) {
    const descriptor = getOwnPropertyDescriptor(owner, key)
    if (!descriptor) continue
    const guarded = OPEN.has(owner) ? typeof descriptor.value === 'function' : true
    if (guarded) properties.set(key, descriptor)
  }
  return properties
}

const same = (a: PropertyDescriptor, b: PropertyDescriptor) =>
  Object.is(a.value, b.value) && a.get === b.get && a.set === b.set
