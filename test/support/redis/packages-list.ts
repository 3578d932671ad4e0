/** More than a list says of any package. */
const STANZA_BYTES = 16_384
/** Wanted by the scripts of an installation only; without them it is a third less to fetch. */
const NOT_NEEDED = ['adduser', 'debconf', 'init-system-helpers']
/** Of several that provide the same, the one that a Debian of its own has. */
const PRIORITIES = ['required', 'important', 'standard', 'optional', 'extra']

/** A package as an archive's list has it. */
export interface Package {
  readonly name: string
  /** Below the mirror. */
  readonly path: string
  readonly sha256: string
}

/**
 * These packages and all that they need to run, but for {@link NOT_NEEDED}. Where a need can be met
 * by one of several, by the first that is there; a virtual package (`awk`), by who provides it.
 *
 * @param list a `Packages` file of an archive: tens of MB, which as text would take a second to look through
 * @throws {Error} that names a package that is not in it
 */
export function neededFor(list: Buffer, names: readonly string[]): Package[] {
  const begins = beginnings(list)
  const real = (name: string) => (begins.has(name) ? name : provider(list, begins, name))
  const found = new Map<string, Package>()
  const left = names.map((name) => [name])
  for (let anyOf = left.pop(); anyOf !== undefined; anyOf = left.pop()) {
    if (anyOf.some((name) => NOT_NEEDED.includes(name))) continue
    let name: string | undefined
    for (const one of anyOf) name ??= real(one)
    if (name === undefined) throw new Error(`the archive has no package ${anyOf.join(' or ')}`)
    if (found.has(name)) continue
    const field = fieldsAt(list, begins.get(name) as number)
    found.set(name, { name, path: field('Filename'), sha256: field('SHA256') })
    for (const need of `${field('Pre-Depends')}, ${field('Depends')}`.split(/, */)) {
      if (need !== '') left.push(need.split('|').map(bareName))
    }
  }
  return [...found.values()]
}

/** Of `libc6:any (>= 2.38)` the name. */
const bareName = (need: string) => /^[^ (:]+/.exec(need.trim())?.[0] ?? ''

/** What the package that begins here says of itself, by the field's name. */
function fieldsAt(list: Buffer, begin: number): (key: string) => string {
  const [stanza = ''] = list.toString('utf8', begin, begin + STANZA_BYTES).split('\n\n', 1)
  return (key) => new RegExp(`^${key}: (.*)$`, 'm').exec(stanza)?.[1] ?? ''
}

/** The package that a system has for this virtual one; undefined if nobody provides it. */
function provider(
  list: Buffer,
  begins: ReadonlyMap<string, number>,
  virtual: string,
): string | undefined {
  const rank = (name: string) =>
    PRIORITIES.indexOf(fieldsAt(list, begins.get(name) as number)('Priority'))
  let best: string | undefined
  for (const [name, begin] of begins) {
    const at = list.indexOf('\nProvides: ', begin)
    // None of the rest provides anything.
    if (at < 0) break
    const blank = list.indexOf('\n\n', begin)
    if (blank >= 0 && at > blank) continue
    const provided = fieldsAt(list, begin)('Provides').split(',').map(bareName)
    if (!provided.includes(virtual)) continue
    if (best === undefined || rank(name) < rank(best)) best = name
  }
  return best
}

/** Where each package of a list begins, in one pass over it. */
function beginnings(list: Buffer): Map<string, number> {
  const found = new Map<string, number>()
  for (let start = 0; start < list.length; ) {
    const name = list.toString('latin1', start + 'Package: '.length, list.indexOf('\n', start))
    found.set(name, start)
    const blank = list.indexOf('\n\n', start)
    start = blank < 0 ? list.length : blank + 2
  }
  return found
}
