import { Refused } from './refused.ts'

/** Globals that a kata may need: the language, its timers, and what says nothing of the process or the machine. */
const LANGUAGE = [
  ...['Object', 'Function', 'Array', 'Number', 'Boolean', 'String', 'Symbol', 'BigInt', 'Date'],
  ...['Promise', 'RegExp', 'JSON', 'Math', 'Intl', 'Map', 'Set', 'WeakMap', 'WeakSet', 'WeakRef'],
  ...['Proxy', 'Reflect', 'Iterator', 'ArrayBuffer', 'DataView', 'Temporal'],
  ...['Error', 'AggregateError', 'EvalError', 'RangeError', 'ReferenceError', 'SyntaxError'],
  ...['TypeError', 'URIError', 'SuppressedError', 'DisposableStack', 'AsyncDisposableStack'],
  ...['Int8Array', 'Int16Array', 'Int32Array', 'Uint8Array', 'Uint8ClampedArray', 'Uint16Array'],
  ...['Uint32Array', 'Float16Array', 'Float32Array', 'Float64Array', 'BigInt64Array'],
  ...['BigUint64Array', 'Infinity', 'NaN', 'undefined', 'isFinite', 'isNaN', 'parseFloat'],
  ...['parseInt', 'decodeURI', 'decodeURIComponent', 'encodeURI', 'encodeURIComponent'],
  ...['escape', 'unescape', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
  ...['setImmediate', 'clearImmediate', 'queueMicrotask', 'structuredClone', 'console'],
  ...['performance', 'Buffer', 'TextEncoder', 'TextDecoder', 'URL', 'URLSearchParams', 'atob'],
  ...['btoa', 'crypto', 'AbortController', 'AbortSignal', 'Event', 'EventTarget', 'DOMException'],
]

/** What a kata about HTTP may need beside them; all others have no network. */
const WEB = [
  ...['fetch', 'Headers', 'Request', 'Response', 'FormData', 'Blob', 'File', 'ReadableStream'],
  ...['WritableStream', 'TransformStream', 'TextDecoderStream', 'TextEncoderStream'],
]

/** What vitest hands each module beside the globals, by these names. */
const HANDED = ['require', 'module', 'exports', '__filename', '__dirname']

/** Strict code cannot declare the first two (no text is evaluated, see `NO_EVAL`); the last has its own stand-in. */
const UNDECLARABLE = new Set(['eval', 'arguments', 'globalThis'])

const allowedFor = (imports: readonly string[]): readonly string[] =>
  imports.includes('node:http') ? [...LANGUAGE, ...WEB] : LANGUAGE

/**
 * Names that mean something in this process and must mean nothing to an implementation which may import
 * `imports`. Whatever Node adds is among them, until it is allowed.
 */
export function hiddenNames(imports: readonly string[]): string[] {
  const allowed = new Set(allowedFor(imports))
  const names = new Set([...Object.getOwnPropertyNames(globalThis), ...HANDED, ...LATER])
  return [...names].filter(
    (name) => !allowed.has(name) && !UNDECLARABLE.has(name) && /^[A-Za-z_$][\w$]*$/.test(name),
  )
}

/** Globals that another version of Node has, or that only a fork has. */
const LATER = ['Atomics', 'SharedArrayBuffer', 'WebAssembly', 'WebSocket', 'EventSource', 'gc']

const { freeze, fromEntries } = Object
const { apply } = Reflect

/** What stands for a name that is hidden: whatever is done with it throws, and says so. */
function standIn(name: string): object {
  const refuse = (): never => {
    throw new Refused(`\`${name}\` is not there in a kata`)
  }
  const traps = { get: refuse, set: refuse, has: refuse, apply: refuse, construct: refuse }
  const others = {
    ...{ defineProperty: refuse, deleteProperty: refuse, getOwnPropertyDescriptor: refuse },
    ...{ getPrototypeOf: refuse, setPrototypeOf: refuse, ownKeys: refuse },
    ...{ isExtensible: refuse, preventExtensions: refuse },
  }
  return new Proxy(function hidden() {}, { ...traps, ...others })
}

const PRINTING = [
  ...['log', 'info', 'warn', 'error', 'debug', 'trace', 'dir', 'table', 'assert', 'count'],
  ...['countReset', 'group', 'groupCollapsed', 'groupEnd', 'time', 'timeEnd', 'timeLog'],
] as const

/** A console that prints, and leads nowhere: Node's own has the process's streams. */
const printing = freeze(
  fromEntries(
    PRINTING.map((name) => {
      const original = console[name] as (...args: unknown[]) => void
      return [name, (...args: unknown[]): void => apply(original, console, args)]
    }),
  ),
)

/** What stands for `globalThis`: the globals that are allowed, as they are when they are asked for. */
function globalsOf(imports: readonly string[]): object {
  const allowed = new Set<PropertyKey>(allowedFor(imports))
  const hidden = new Set<PropertyKey>(hiddenNames(imports))
  const patch = (_target: object, key: PropertyKey): never => {
    throw new Refused(`the implementation patches globals: ${String(key)}`)
  }
  const globals: object = new Proxy(Object.create(null) as object, {
    get(_target, key) {
      if (key === 'globalThis') return globals
      if (key === 'console') return printing
      if (allowed.has(key)) return Reflect.get(globalThis, key)
      return hidden.has(key) ? standIn(String(key)) : undefined
    },
    has: (_target, key) => allowed.has(key) && key in globalThis,
    set: patch,
    defineProperty: patch,
    deleteProperty: patch,
    setPrototypeOf: () => patch({}, 'the prototype'),
    preventExtensions: () => patch({}, 'all of them'),
  })
  return globals
}

/** What an implementation finds instead of the names that are hidden from it, by name. */
export function standIns(imports: readonly string[]): Readonly<Record<string, unknown>> {
  const hidden = hiddenNames(imports).map((name): [string, unknown] => [name, standIn(name)])
  return fromEntries([...hidden, ['globalThis', globalsOf(imports)], ['console', printing]])
}
