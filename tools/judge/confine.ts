import { globalsFor } from './global-names.ts'
import { Refused } from './refused.ts'

/** What vitest hands each module beside the globals, by these names. */
const HANDED = ['require', 'module', 'exports', '__filename', '__dirname']

/** Strict code cannot declare the first two (no text is evaluated, see `NO_EVAL`); the last has its own stand-in. */
const UNDECLARABLE = new Set(['eval', 'arguments', 'globalThis'])

/**
 * Names that mean something in this process and must mean nothing to an implementation which may import
 * `imports`. Whatever Node adds is among them, until it is allowed.
 */
export function hiddenNames(imports: readonly string[]): string[] {
  const allowed = new Set(globalsFor(imports))
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
  const allowed = new Set<PropertyKey>(globalsFor(imports))
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
