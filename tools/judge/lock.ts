import { createRequire, syncBuiltinESMExports } from 'node:module'
import { chargeBuiltins } from '../../test/support/charges.ts'
import { lockStacks } from '../../test/support/steps.ts'
import { Refused } from './refused.ts'

const require = createRequire(import.meta.url)

const { defineProperty, getOwnPropertyDescriptor, getPrototypeOf, ownKeys } = Reflect
const { preventExtensions } = Object

const prototypeOf = (value: object): object => getPrototypeOf(value) as object

/** The language's constructors and what is named like one, as far as this Node has them. */
const NAMES = [
  ...['Object', 'Function', 'Array', 'Number', 'Boolean', 'String', 'Symbol', 'BigInt', 'Date'],
  ...['Promise', 'RegExp', 'Map', 'Set', 'WeakMap', 'WeakSet', 'WeakRef', 'FinalizationRegistry'],
  ...['Error', 'AggregateError', 'EvalError', 'RangeError', 'ReferenceError', 'SyntaxError'],
  ...['TypeError', 'URIError', 'ArrayBuffer', 'SharedArrayBuffer', 'DataView', 'Int8Array'],
  ...['Int16Array', 'Int32Array', 'Uint8Array', 'Uint8ClampedArray', 'Uint16Array', 'Uint32Array'],
  ...['Float16Array', 'Float32Array', 'Float64Array', 'BigInt64Array', 'BigUint64Array'],
  ...['Proxy', 'Iterator', 'JSON', 'Math', 'Reflect', 'Atomics', 'Intl', 'Buffer'],
]

/** What the web's katas use beside them; Node makes most of it when it is asked for first. */
const OF_THE_WEB = [
  ...['URL', 'URLSearchParams', 'TextEncoder', 'TextDecoder', 'AbortController', 'AbortSignal'],
  ...['Event', 'EventTarget', 'DOMException'],
]

/** Names that a test may replace for a while: a clock. */
const REPLACED = new Set(['Date'])

/** Objects of the language that have no name. */
const nameless = (): object[] => [
  ...[[].values(), new Map().values(), new Set().values(), ''[Symbol.iterator]()].map(prototypeOf),
  prototypeOf(''.matchAll(/x/g)),
  prototypeOf(prototypeOf([].values())),
  ...[function* () {}, async () => {}, async function* () {}].flatMap((one) => {
    const of = prototypeOf(one)
    const { prototype } = of as { prototype?: object }
    return prototype ? [of, prototype, prototypeOf(prototype)] : [of]
  }),
  prototypeOf(Int8Array),
  prototypeOf(Int8Array.prototype),
]

const isObject = (value: unknown): value is object =>
  (typeof value === 'object' || typeof value === 'function') && value !== null

/** Makes what is there stay as it is: to write there throws, whoever does it. */
export function lock(owner: object): void {
  for (const key of ownKeys(owner)) {
    const before = getOwnPropertyDescriptor(owner, key)
    if (!before?.configurable || key === 'stackTraceLimit') continue
    if ('value' in before) {
      const isOverridden =
        (OVERRIDDEN.has(key) && !isConstructor(owner)) || (owner === Date && key !== 'prototype')
      if (key === 'constructor' && OPEN_CONSTRUCTOR.has(owner)) continue
      if (isOverridden) defineProperty(owner, key, overridable(owner, key, before.value))
      else defineProperty(owner, key, { writable: false, configurable: false })
    } else {
      defineProperty(owner, key, { configurable: false })
    }
  }
  if (owner !== Error) preventExtensions(owner)
}

const isConstructor = (owner: object) => typeof owner === 'function' && owner !== Function.prototype

/** What objects have in place of their prototype's, by a plain assignment, which a locked one would forbid. */
const OVERRIDDEN = new Set<PropertyKey>([
  ...['toString', 'toLocaleString', 'valueOf', 'hasOwnProperty', 'isPrototypeOf', 'toJSON'],
  ...['propertyIsEnumerable', 'name', 'message', 'then', 'catch', 'finally'],
])

/** By these `inspect` names an object, so that no accessor may stand there; nothing else looks at them. */
const OPEN_CONSTRUCTOR = new Set<object>([Object.prototype, Function.prototype])

/** A property that is as it was and stays so here, and can be assigned in what inherits it. */
function overridable(owner: object, key: PropertyKey, value: unknown): PropertyDescriptor {
  return {
    get: () => value,
    set(this: unknown, own: unknown) {
      if (this === owner || !isObject(this)) {
        throw new TypeError(`Cannot assign to read only property '${String(key)}'`)
      }
      const all = { value: own, writable: true, enumerable: true, configurable: true }
      if (!defineProperty(this, key, all))
        throw new TypeError(`Cannot define property ${String(key)}`)
    },
    configurable: false,
  }
}

let isLocked = false

/**
 * Locks what the language brings, once a process: code under judgement could otherwise change what the tests
 * and the judge themselves compare with, and put it back before anyone looks.
 */
export function lockLanguage(): void {
  if (isLocked) return
  isLocked = true
  chargeBuiltins()
  lockStacks((before) => (error, frames) => ownPart(written(before, error, frames)))
  lockGlobals(NAMES)
  for (const one of nameless()) lock(one)
}

/** Locks these globals, what their instances inherit, and that they are these. */
function lockGlobals(names: readonly string[]): void {
  for (const name of names) {
    const value = (globalThis as unknown as Record<string, unknown>)[name]
    if (!isObject(value)) continue
    lock(value)
    const { prototype } = value as { prototype?: object }
    if (prototype) lock(prototype)
    if (REPLACED.has(name)) continue
    defineProperty(globalThis, name, { value, writable: false, configurable: false })
  }
}

const written = (
  before: typeof Error.prepareStackTrace,
  error: Error,
  frames: NodeJS.CallSite[],
) => (before ? String(before(error, frames)) : [error, ...frames].map(String).join('\n    at '))

/** A stack down to the implementation: what called it, a test and where that is, is not for it to know. */
function ownPart(stack: string): string {
  const last = stack.lastIndexOf('?judged:')
  if (last < 0) return stack
  const end = stack.indexOf('\n', last)
  return end < 0 ? stack : stack.slice(0, end)
}

const modules = new Set<string>()

/** What a builtin module has that no kata needs: code from a file, and settings of the whole process. */
const REFUSED = ['setEngine', 'setFips']

/** Locks Node's modules that an implementation may import: its tests use them, too. */
export function lockModules(imports: readonly string[]): void {
  if (imports.length > 0) lockGlobals(OF_THE_WEB)
  for (const name of imports) {
    if (!name.startsWith('node:') || modules.has(name)) continue
    modules.add(name)
    const module = require(name) as Record<string, unknown>
    for (const one of REFUSED) {
      // Also where this module is loaded once more, in a test that loads all anew.
      if (!getOwnPropertyDescriptor(module, one)?.writable) continue
      module[one] = () => {
        throw new Refused(`\`${one}\` is not there in a kata`)
      }
    }
    // What Node loads when it is first asked for it writes down in its place, which a locked one would forbid.
    for (const key of ownKeys(module)) Reflect.get(module, key)
    syncBuiltinESMExports()
    lock(module)
  }
}
