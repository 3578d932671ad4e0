// What `npm run kata update FROM` is going to do: it reads both workbooks and changes nothing.
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import { root } from '../judge/catalogue.mjs'
import { filesBelow } from '../judge/files.mjs'
import { withEndsOf } from './copies.mjs'
import { asText, isOfSystem, NotDone, readIfThere } from './store.mjs'
import { STUBS, stubsIn, textOf } from './stubs.mjs'

/** @typedef {import('./stubs.mjs').Stubs} Stubs */

/**
 * A file that follows: what it was, and what it becomes.
 * @typedef {object} Change
 * @property {string} path relative to the checkout, with `/`
 * @property {Buffer | undefined} before undefined if there is none yet
 * @property {Buffer | undefined} after undefined if it goes
 * @property {number} mode
 */

/**
 * A learner's file that stays as it is, although it is no stub of the new version.
 * @typedef {object} Kept
 * @property {string} path
 * @property {string | undefined} oldStub undefined if it is not known
 * @property {string | undefined} newStub undefined if the new version has no such kata
 */

/** @typedef {{ changes: Change[], kept: Kept[], stubs: string[], versions: [ours: string, theirs: string] }} Plan */

/** @param {string} from an absolute path @returns {Plan} */
export function planOf(from) {
  const versions = versionsOf(from)
  const [ours, theirs] = [ownStubs(), stubsIn(from)]
  /** @type {Plan} */
  const plan = { changes: [], kept: [], stubs: [], versions }
  const stubPaths = planStubs(plan, ours, theirs)
  const files = filesBelow(from).filter((path) => !stubPaths.has(path) && !path.endsWith('.log'))
  for (const path of files) {
    const [before, after] = [ownFile(path), readFileSync(join(from, path))]
    if (before?.equals(after)) continue
    plan.changes.push({ path, before, after, mode: statSync(join(from, path)).mode })
  }
  planRemovals(plan, ours, new Set([...files, ...stubPaths]))
  plan.changes.sort((one, other) => rank(one) - rank(other) || (one.path < other.path ? -1 : 1))
  return plan
}

/**
 * The commands change after what they read; what goes, before the list that says what was there: wherever
 * it ends, the next `update` finds out the rest.
 * @param {Change} change
 */
const rank = ({ path, after }) => {
  if (path === STUBS) return 3
  if (!after) return 2
  return path.startsWith('tools/') || path === 'package.json' ? 1 : 0
}

/** @param {string} from @returns {[string, string]} */
function versionsOf(from) {
  const got = `update takes a folder with a newer version, got ${JSON.stringify(from)}`
  if (!existsSync(from)) throw new NotDone(`${got}: there is nothing of this name`)
  if (!statSync(from).isDirectory()) throw new NotDone(`${got}: that is a file`)
  const [here, there] = [realpathSync(root), realpathSync(from)]
  if (here === there || here.startsWith(`${there}${sep}`)) {
    throw new NotDone(`update takes another folder than this checkout, got ${JSON.stringify(from)}`)
  }
  const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const theirs = packageIn(from)
  if (!theirs || theirs.name !== own.name) {
    throw new NotDone(`this is no version of the workbook: ${JSON.stringify(from)}`)
  }
  return [String(own.version), String(theirs.version)]
}

/** @param {string} from @returns {{ name?: unknown, version?: unknown } | undefined} */
function packageIn(from) {
  try {
    return JSON.parse(readFileSync(join(from, 'package.json'), 'utf8'))
  } catch (error) {
    if (isOfSystem(error) || error instanceof SyntaxError) return undefined
    throw error
  }
}

/** None where they are lost: each file that is no new stub counts as the learner's then. @returns {Stubs} */
function ownStubs() {
  try {
    return stubsIn()
  } catch (error) {
    if (error instanceof NotDone) return {}
    throw error
  }
}

/** @param {string} path */
function ownFile(path) {
  const absolute = join(root, path)
  if (existsSync(absolute) && statSync(absolute).isDirectory()) {
    throw new NotDone(`${path} is a folder here, and a file of the new version: rename yours`)
  }
  return readIfThere(absolute)
}

/** The learner's files: untouched ones follow, the others are kept. @param {Plan} plan @param {Stubs} ours @param {Stubs} theirs */
function planStubs(plan, ours, theirs) {
  /** @type {Set<string>} */
  const paths = new Set()
  for (const [folder, stub] of Object.entries(theirs)) {
    const path = `katas/${folder}/${stub.file}`
    paths.add(path)
    const [newStub, before] = [textOf(stub), ownFile(path)]
    const old = ours[folder]
    const oldStub = old?.file === stub.file ? textOf(old) : undefined
    const now = before && asText(before)
    if (now === newStub) continue
    if (now === undefined || now === oldStub) {
      const after = Buffer.from(withEndsOf(before, newStub))
      plan.changes.push({ path, before, after, mode: 0o666 })
      if (before) plan.stubs.push(path)
    } else plan.kept.push({ path, oldStub, newStub })
  }
  return paths
}

/**
 * Of a kata's folder, where what is left over would go on judging: what the old version had there and the
 * new one has no more.
 * @param {Plan} plan @param {Stubs} ours @param {ReadonlySet<string>} theirs
 */
function planRemovals(plan, ours, theirs) {
  for (const [folder, stub] of Object.entries(ours)) {
    for (const name of [...stub.beside, stub.file]) {
      const path = `katas/${folder}/${name}`
      const before = theirs.has(path) ? undefined : ownFile(path)
      if (!before) continue
      const isOwn = name === stub.file && asText(before) !== textOf(stub)
      if (isOwn) plan.kept.push({ path, oldStub: textOf(stub), newStub: undefined })
      else plan.changes.push({ path, before, after: undefined, mode: 0 })
    }
  }
}
