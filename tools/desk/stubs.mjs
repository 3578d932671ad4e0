// What each kata's file was before the learner wrote in it: katas/stubs.json, since a checkout may have no history.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../judge/catalogue.mjs'
import { asText, NotDone, readIfThere } from './store.mjs'

/** @typedef {import('../judge/catalogue.mjs').Kata} Kata */

/**
 * @typedef {object} Stub
 * @property {string} file the one file that a learner edits
 * @property {readonly string[]} stub its lines; line by line, so that a change reads well
 * @property {readonly string[]} beside the other files of the kata's folder
 */

/** By the kata's folder, `03-time-deque`. @typedef {Readonly<Record<string, Stub>>} Stubs */

/** Relative to a checkout. */
export const STUBS = 'katas/stubs.json'

/** @type {Map<string, Stubs>} */
const known = new Map()

/**
 * Those of a checkout. Throws a {@link NotDone} where there are none.
 * @param {string} [checkout]
 * @returns {Stubs}
 */
export function stubsIn(checkout = root) {
  const stubs = known.get(checkout) ?? readStubs(checkout)
  known.set(checkout, stubs)
  return stubs
}

/** @param {string} checkout @returns {Stubs} */
function readStubs(checkout) {
  const text = readIfThere(join(checkout, STUBS))
  if (!text) throw new NotDone(`${join(checkout, STUBS)} is missing: the stubs are in it`)
  try {
    const stubs = JSON.parse(text.toString())
    if (Object.values(stubs).every(isStubEntry)) return stubs
  } catch {
    // Told below, as for what is JSON and no list of stubs.
  }
  throw new NotDone(`${join(checkout, STUBS)} cannot be read: the stubs are in it`)
}

/** @param {unknown} value */
function isStubEntry(value) {
  const { file, stub, beside } = /** @type {Partial<Stub>} */ (value ?? {})
  const areTexts = (/** @type {unknown} */ list) =>
    Array.isArray(list) && list.every((one) => typeof one === 'string')
  return typeof file === 'string' && areTexts(stub) && areTexts(beside)
}

/** @param {Stub} stub */
export const textOf = ({ stub }) => stub.join('\n')

/** The stub of a kata, as it is handed out. @param {Kata} kata */
export function stubText({ folder }) {
  const stub = stubsIn()[folder]
  if (!stub) throw new NotDone(`katas/stubs.json has no stub of ${folder}`)
  return textOf(stub)
}

/** Whether this is the kata's stub; false where that is not known. @param {Kata} kata @param {Buffer} bytes */
export function isStub(kata, bytes) {
  try {
    return asText(bytes) === stubText(kata)
  } catch (error) {
    if (error instanceof NotDone) return false
    throw error
  }
}

/**
 * What katas/stubs.json has to say of a kata, by the files as they are: for `npm run verify`.
 * @param {Kata} kata
 * @returns {Stub}
 */
export function stubNow({ folder, file }) {
  const text = asText(readFileSync(join(root, 'katas', folder, file)))
  const names = readdirSync(join(root, 'katas', folder)).filter((one) => !one.startsWith('.'))
  return { file, stub: text.split('\n'), beside: names.filter((one) => one !== file).sort() }
}
