// What code comes to from the objects that it has, by looking at properties and prototypes.

const { getOwnPropertyDescriptor, getPrototypeOf, ownKeys } = Reflect

/**
 * What an object is there: a builtin module's or a namespace's own object; a function; what others inherit; plain
 * data that one of these holds; or an instance of something, which has a state of its own.
 */
export type As = 'module' | 'function' | 'prototype' | 'data' | 'instance'

export interface Reached {
  readonly object: object
  readonly as: As
  /** From where it was reached; undefined of a root. */
  readonly from: Reached | undefined
  /** The property that led here. */
  readonly by: PropertyKey
}

/** A root that is something else than what it is by itself: a function, or a module. */
export class Root {
  readonly of: object
  readonly as: As

  constructor(of: object, as: As) {
    this.of = of
    this.as = as
  }
}

/**
 * All objects that these lead to, themselves included. What is in `known` leads nowhere, and what is found is added
 * to it, but for instances: these may turn out to be more. No accessor is called. Functions that an instance holds
 * are left out: they are somebody's own.
 */
export function* reach(roots: readonly unknown[], known: WeakSet<object>): Generator<Reached> {
  const found: Reached[] = []
  const instances = new Set<object>()
  const add = (value: unknown, as: As, from: Reached | undefined, by: PropertyKey) => {
    if (!isObject(value) || known.has(value)) return
    if (as === 'instance' && instances.has(value)) return
    if (as === 'instance') instances.add(value)
    else known.add(value)
    found.push({ object: value, as, from, by })
  }
  for (const root of roots) {
    if (root instanceof Root) add(root.of, root.as, undefined, root.of.constructor?.name)
    else add(root, asOf(root) ?? 'module', undefined, nameOf(root))
  }
  for (let next = found.pop(); next; next = found.pop()) {
    const { object, as } = next
    const prototype = getPrototypeOf(object)
    add(prototype, asOf(prototype) ?? 'prototype', next, '__proto__')
    for (const key of ownKeys(object)) {
      const { value, get, set } = getOwnPropertyDescriptor(object, key) ?? {}
      if (as === 'instance') {
        if (typeof value !== 'function') add(value, 'instance', next, key)
        continue
      }
      add(get, 'function', next, key)
      add(set, 'function', next, key)
      add(value, asOf(value) ?? asHeld(value, object, key), next, key)
    }
    yield next
  }
}

/** `http.Server.prototype`, for people. */
export const pathOf = ({ from, by }: Reached): string =>
  from ? `${pathOf(from)}.${String(by)}` : String(by)

/** What it is wherever it is reached from, if that is all one. */
function asOf(value: unknown): As | undefined {
  if (typeof value !== 'function') return undefined
  return value === Function.prototype ? 'prototype' : 'function'
}

function asHeld(value: unknown, owner: object, key: PropertyKey): As {
  if (typeof owner === 'function' && key === 'prototype') return 'prototype'
  return isObject(value) && PLAIN.has(getPrototypeOf(value)) ? 'data' : 'instance'
}

const PLAIN = new Set<unknown>([null, Object.prototype, Array.prototype])

export const isObject = (value: unknown): value is object =>
  (typeof value === 'object' || typeof value === 'function') && value !== null

const nameOf = (root: unknown): string => (typeof root === 'function' ? root.name : 'a module')
