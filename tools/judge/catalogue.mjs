// What katas there are, and what a word on the command line names. Plain JavaScript, since
// `npm test` starts here and must not wait for a TypeScript loader.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * @typedef {object} Kata
 * @property {string} id two digits, `03`
 * @property {string} slug `time-deque`
 * @property {string} folder `03-time-deque`
 * @property {string} title
 * @property {string} module `A` to `E`
 * @property {number} minutes how long a learner needs
 * @property {string} file the one file a learner edits, `window-counter.ts`
 * @property {boolean} redis whether all its tests need a Redis 8, see {@link needsRedis}
 * @property {boolean} cluster whether it is a cluster that its tests need, see {@link needsCluster}
 * @property {readonly string[]} imports what an implementation may import beside `#kit`
 * @property {readonly string[]} alternatives other references in `lua/`, `gcra.lua`; see {@link alternativesOf}
 */

/**
 * One implementation and the test files that judge it.
 * @typedef {object} Target
 * @property {Kata} kata
 * @property {string} implementation absolute path
 * @property {readonly string[]} tests absolute paths
 * @property {string} [only] the title of the one test that is asked; all of them if it is left out
 * @property {boolean} [untilFailure] a test file's other tests are not asked once one has failed
 * @property {boolean} [probed] whether its behaviour is looked at: if left out, where a test failed
 */

/** The checkout. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '')

/** A word that names nothing; its message is all that the person needs. */
export class UsageError extends Error {
  /** @override */
  name = 'UsageError'
}

/** @type {readonly Kata[]} */
export const katas = JSON.parse(readFileSync(join(root, 'katas/katas.json'), 'utf8')).map(
  (
    /** @type {Omit<Kata, 'folder' | 'redis' | 'cluster' | 'imports' | 'alternatives'> & Partial<Kata>} */ kata,
  ) => ({
    ...kata,
    redis: kata.redis ?? false,
    cluster: kata.cluster ?? false,
    imports: kata.imports ?? [],
    alternatives: kata.alternatives ?? [],
    folder: `${kata.id}-${kata.slug}`,
  }),
)

/** @param {Kata} kata */
export const stubOf = (kata) => join(root, 'katas', kata.folder, kata.file)

/** Lua references stand in `lua/`, where redis-cli can run them. @param {Kata} kata */
export const solutionOf = (kata) =>
  kata.file.endsWith('.lua')
    ? join(root, 'lua', kata.file)
    : join(root, 'solutions', kata.folder, kata.file)

/** Whether this checkout has the solutions: what is handed out to a class has none. */
export const hasReferences = () => katas.some((kata) => existsSync(solutionOf(kata)))

/**
 * Other references of a kata, which trade something else: files of their own beside the solution. Those in
 * `lua/` are named in katas.json, since all Lua katas have their references there.
 * @param {Kata} kata
 */
export function alternativesOf(kata) {
  if (kata.file.endsWith('.lua')) return kata.alternatives.map((name) => join(root, 'lua', name))
  const folder = join(root, 'solutions', kata.folder)
  if (!existsSync(folder)) return []
  const paths = readdirSync(folder).map((name) => join(folder, name))
  return paths.filter((path) => path.endsWith('.ts') && path !== solutionOf(kata)).sort()
}

/** Test files that are read after all others, in this order. */
const KINDS = ['.property.test.ts', '.redis.test.ts']

/** The kata's test files as they are read: the main one, those beside it, laws, Redis. @param {Kata} kata */
export function testsOf(kata) {
  const folder = join(root, 'katas', kata.folder)
  const names = readdirSync(folder).filter((name) => name.endsWith('.test.ts'))
  const main = kata.file.replace(/\.\w+$/, '.test.ts')
  /** @param {string} name */
  const rank = (name) => (name === main ? -2 : KINDS.findIndex((end) => name.endsWith(end)))
  return names
    .sort((one, other) => rank(one) - rank(other) || (one < other ? -1 : 1))
    .map((name) => join(folder, name))
}

/**
 * What looks at how code of this kata behaves, for the diagnosis of what is wrong: see `diagnosis.ts`.
 * @param {Kata} kata
 */
export function probesOf(kata) {
  const folder = join(root, 'test/probes', kata.folder)
  if (!existsSync(folder)) return []
  const names = readdirSync(folder).filter((name) => name.endsWith('.test.ts'))
  return names.sort().map((name) => join(folder, name))
}

/** Whether a file only looks, and judges nothing: one of {@link probesOf}. @param {string} test */
export const isProbe = (test) => dirname(dirname(test)) === join(root, 'test/probes')

/**
 * Whether a test file needs a Redis 8: all of a kata with `redis` do, of any other those whose name says
 * so, `….redis.test.ts`.
 * @param {string} test
 */
export const needsRedis = (test) =>
  test.endsWith('.redis.test.ts') || (kataOfPath(test)?.redis ?? false)

/**
 * Whether the Redis that a test file needs is a cluster: of a kata with `cluster` it is.
 * @param {string} test
 */
export const needsCluster = (test) => needsRedis(test) && (kataOfPath(test)?.cluster ?? false)

/** The kata that a path lies in, by the name of its innermost folder that is one. @param {string} path */
export function kataOfPath(path) {
  for (const part of path.split(/[\\/]/).reverse()) {
    const kata = katas.find(({ folder }) => folder === part)
    if (kata) return kata
  }
  return undefined
}

/** The kata that a file in `lua/` is a reference of. @param {string} path */
const kataOfReference = (path) =>
  katas.find((kata) => [solutionOf(kata), ...alternativesOf(kata)].includes(path))

/** @param {string} word `03`, `3`, `03-time-deque` or `time-deque`, in `katas/` or not */
export function kataNamed(word) {
  const name = word.replace(/^katas\/|\/$/g, '')
  const number = /^\d{1,2}$/.test(name) ? name.padStart(2, '0') : undefined
  return katas.find(({ id, slug, folder }) => name === folder || name === slug || number === id)
}

/** What a word that names no kata may have meant: their numbers, if it is one. @param {string} word */
export const nameLike = (word) => katas.map(({ id, slug }) => (/^\d+$/.test(word) ? id : slug))

/**
 * The one of these that a word is nearest to. Found by a library that is loaded for that alone: few mistype.
 * @param {string} word @param {readonly string[]} right @returns {string}
 */
export const nearestOf = (word, right) =>
  createRequire(import.meta.url)('fastest-levenshtein').closest(word.toLowerCase(), right)

/** The katas as a list for people. */
export function listing() {
  return katas.map((kata) => {
    const { folder, title, minutes, redis } = kata
    const some = testsOf(kata).some(needsRedis) ? ', some tests need Redis' : ''
    const needs = redis ? ', needs Redis' : some
    return `  katas/${folder.padEnd(24)} ${title} (${minutes} min${needs})`
  })
}

/**
 * What the words name: no words, every kata; `03`, `katas/03`, `katas/03-time-deque/` or the stub, one
 * kata; one of its test files, that file alone; `solutions/03`, the reference; the path of any other
 * file below a folder named like a kata, that file as an implementation.
 *
 * Throws a {@link UsageError} that lists the katas if a word names none of them.
 * @param {readonly string[]} words
 * @returns {Target[]}
 */
export function select(words) {
  const targets = words.length === 0 ? katas.map(stubTarget) : words.map(target)
  /** @type {Map<string, Target>} */
  const byImplementation = new Map()
  for (const one of targets) {
    const seen = byImplementation.get(one.implementation)
    const tests = new Set([...(seen?.tests ?? []), ...one.tests])
    byImplementation.set(one.implementation, {
      ...one,
      tests: testsOf(one.kata).filter((test) => tests.has(test)),
    })
  }
  return [...byImplementation.values()]
}

/** @param {Kata} kata @returns {Target} */
export const stubTarget = (kata) => ({ kata, implementation: stubOf(kata), tests: testsOf(kata) })

/** @param {string} word @returns {Target} */
function target(word) {
  if (word.startsWith('-')) {
    throw new UsageError(`npm test takes words, no flags, got ${word}\n\n${usage()}`)
  }
  const path = resolve(root, word)
  if (existsSync(path) && statSync(path).isFile()) {
    const kata = kataOfPath(path) ?? kataOfReference(path)
    if (kata) return fileTarget(kata, path)
  }
  const [place, name, ...rest] = placeAndName(word)
  const kata = rest.length === 0 && name ? kataNamed(name) : undefined
  if (!kata || !(place === 'katas' || place === 'solutions')) {
    const nearest = nearestOf(name ?? word, nameLike(name ?? word))
    const where = place === 'solutions' ? place : 'katas'
    const what = `no kata is named ${JSON.stringify(word)}; the nearest is  ${where}/${nearest}`
    throw new UsageError(`${what}\n\n${usage()}`)
  }
  if (place === 'katas') return stubTarget(kata)
  const solution = solutionOf(kata)
  if (!existsSync(solution)) throw new UsageError(`there is no ${relative(root, solution)} here`)
  return { kata, implementation: solution, tests: testsOf(kata) }
}

/** @param {Kata} kata @param {string} path @returns {Target} */
function fileTarget(kata, path) {
  if (path.endsWith('.test.ts')) return { kata, implementation: stubOf(kata), tests: [path] }
  const isImplementation = /\.(ts|lua)$/.test(path)
  const implementation = isImplementation ? path : join(dirname(path), kata.file)
  return { kata, implementation, tests: testsOf(kata) }
}

/** @param {string} word @returns {string[]} */
function placeAndName(word) {
  const path = relative(root, resolve(root, word)) || '.'
  const parts = path.split(sep).filter(Boolean)
  return parts.length === 1 && basename(path) !== 'katas' ? ['katas', ...parts] : parts
}

function usage() {
  return ['The katas are:', ...listing(), '', 'Try: npm test katas/01'].join('\n')
}
