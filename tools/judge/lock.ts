// How an object is locked: it stays as it is, and to write there throws, whoever does it.
import { oncePerProcess } from '../../test/support/once-per-process.ts'
import { type As, isObject, type Reached, reach } from './reach.ts'

const { defineProperty, getOwnPropertyDescriptor, ownKeys } = Reflect
const { freeze, preventExtensions } = Object

/**
 * Whether what objects inherit can be assigned in them. `fixed`: but for {@link OVERRIDDEN} it cannot, as V8 has it
 * where it is fast. `inherited`: all can, as Node's and ioredis's own code does.
 */
export type How = 'fixed' | 'inherited'

/** What objects have in place of their prototype's, by a plain assignment, which a fixed one would forbid. */
const OVERRIDDEN = new Set<PropertyKey>([
  ...['toString', 'toLocaleString', 'valueOf', 'hasOwnProperty', 'isPrototypeOf', 'toJSON'],
  ...['propertyIsEnumerable', 'name', 'message', 'then', 'catch', 'finally'],
])

/** What is left open. */
const OPEN = new Map<object, PropertyKey>([
  // V8 reads it, and the judge and vitest set it.
  [Error, 'stackTraceLimit'],
  // By it `inspect` names an object, so that no accessor may stand there; nothing else looks at it.
  [Object.prototype, 'constructor'],
  [Function.prototype, 'constructor'],
])

/** Does not so much as touch this property, once its object is locked. */
export function leaveOpen(object: object, key: PropertyKey): void {
  OPEN.set(object, key)
}

/** Classes of which a test has one of its own, made by assignment: a clock. */
const IMITATED = new Set<object>([Date])

/** What of it can still be written; all, if something can be added. */
export const openKeys = (object: object): readonly PropertyKey[] =>
  ownKeys(object).filter((key) => {
    const { configurable, writable } = getOwnPropertyDescriptor(object, key) ?? {}
    return configurable || writable || Object.isExtensible(object)
  })

/** Beyond those that are locked already, which lead to nothing else. */
const known = oncePerProcess('kata.locked-objects', () => new WeakSet<object>())

/** Locks all that these lead to, themselves included, but for instances; see {@link reach}. */
export function lockAll(roots: readonly unknown[], how: How): void {
  for (const reached of reach(roots, known)) {
    if (reached.as !== 'instance') lock(reached, how)
  }
}

function lock(reached: Reached, how: How): void {
  const { object, as } = reached
  const open = OPEN.get(object)
  const isUniform = as === 'function' || as === 'data'
  if (isUniform && open === undefined && !IMITATED.has(object)) {
    // The same at once, some thousand times.
    freeze(object)
    return
  }
  for (const key of ownKeys(object)) {
    const before = getOwnPropertyDescriptor(object, key)
    const after = before && key !== open && lockedForm(reached, key, before, how)
    if (after) defineProperty(object, key, after)
  }
  preventExtensions(object)
}

const FIXED = { writable: false, configurable: false }
const SEALED = { configurable: false }
/** What a module sets is of the whole process. */
const UNSET = { set: undefined, configurable: false } as unknown as PropertyDescriptor

/** What becomes of a property; nothing, if that is all that can be. */
function lockedForm(
  { object, as }: Reached,
  key: PropertyKey,
  before: PropertyDescriptor,
  how: How,
): PropertyDescriptor | undefined {
  const isAccessor = !('value' in before)
  // A value that is to be assigned in what inherits it stays writable where no accessor can take its place.
  if (!before.configurable) return isAccessor || how === 'inherited' ? undefined : FIXED
  if (isAccessor) return as === 'module' ? UNSET : SEALED
  return isOverridden(object, as, key, how) ? overridable(object, key, before.value) : FIXED
}

function isOverridden(object: object, as: As, key: PropertyKey, how: How): boolean {
  if (IMITATED.has(object)) return key !== 'prototype'
  if (as !== 'prototype' || key === 'constructor') return false
  return how === 'inherited' || OVERRIDDEN.has(key)
}

/** A property that is as it was and stays so here, and can be assigned in what inherits it. */
function overridable(owner: object, key: PropertyKey, value: unknown): PropertyDescriptor {
  const get = () => value
  const { set } = {
    set(this: unknown, own: unknown): void {
      const all = { value: own, writable: true, enumerable: true, configurable: true }
      const isInherited = this !== owner && isObject(this)
      if (isInherited && defineProperty(this, key, all)) return
      throw new TypeError(`Cannot assign to read only property '${String(key)}'`)
    },
  }
  return { get: freeze(get), set: freeze(set), configurable: false }
}
