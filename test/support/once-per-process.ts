/** What `make` made first, however often this module is loaded: a test may load all modules anew. */
export function oncePerProcess<T>(name: string, make: () => T): T {
  const key = Symbol.for(name)
  const globals = globalThis as unknown as Record<symbol, T | undefined>
  const existing = globals[key]
  if (existing) return existing
  const made = make()
  Object.defineProperty(globalThis, key, { value: made })
  return made
}
