// What the desk remembers, .kata/progress.json: it is told by `npm test`, and never trusted over a run.
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { stubOf } from '../judge/catalogue.mjs'
import { isObject, readKept } from './kept.mjs'
import { asText, deskFolder, isOfSystem, locked, readIfThere, writeWhole } from './store.mjs'
import { isStub } from './stubs.mjs'

/** @typedef {import('../judge/catalogue.mjs').Kata} Kata */

/**
 * The last run of all of a kata's tests on the learner's own file.
 * @typedef {object} Run
 * @property {boolean} solved every core test passed
 * @property {boolean} starred every test passed
 * @property {string} when ISO 8601
 * @property {string} hash of the file as it was judged, see {@link hashOf}
 */

/**
 * @typedef {object} OfKata
 * @property {Run} [run]
 * @property {string} [firstSolved] when, ISO 8601
 * @property {number} [hints] how many of its hints have been shown
 */

/**
 * Katas go by their slug: a number may change with a new version. Who adds a property keeps what is there.
 * @typedef {object} Progress
 * @property {1} version
 * @property {string} [track]
 * @property {Record<string, OfKata>} katas
 */

export const progressPath = join(deskFolder, 'progress.json')

/** What a file's content is known by, whatever its line ends. @param {Buffer} bytes */
export const hashOf = (bytes) => createHash('sha256').update(asText(bytes)).digest('hex')

/** The learner's file; undefined if it cannot be read, for whatever reason. @param {Kata} kata */
export function ownBytes(kata) {
  try {
    return readIfThere(stubOf(kata))
  } catch (error) {
    if (isOfSystem(error)) return undefined
    throw error
  }
}

/**
 * What is remembered; nothing, where nothing can be read: a file that is broken is put aside then, and said so.
 * @returns {Progress}
 */
export function readProgress() {
  try {
    return readOrPutAside()
  } catch (error) {
    if (!isOfSystem(error)) throw error
    console.error(`progress cannot be read: ${/** @type {Error} */ (error).message}`)
    return { version: 1, katas: {} }
  }
}

/**
 * Changes what is remembered, as one step among all processes that do. Throws where it cannot be written.
 * @param {(progress: Progress) => void} change changes what it is given
 */
export function changeProgress(change) {
  locked(() => {
    const progress = readOrPutAside()
    change(progress)
    writeWhole(progressPath, `${JSON.stringify(progress, null, 2)}\n`)
  })
}

/** Where it cannot be kept, that is said, and that is all. @param {(progress: Progress) => void} change */
export function tryToKeep(change) {
  try {
    changeProgress(change)
  } catch (error) {
    console.error(`progress is not kept: ${error instanceof Error ? error.message : error}`)
  }
}

/** The entry of a kata, made if there is none. @param {Progress} progress @param {Kata} kata */
export function entryOf(progress, { slug }) {
  progress.katas[slug] ??= {}
  return progress.katas[slug]
}

/** @returns {Progress} */
const readOrPutAside = () =>
  readKept(progressPath, 'progress', isProgress, { version: 1, katas: {} })

/** @param {unknown} value @returns {value is Progress} */
function isProgress(value) {
  if (!isObject(value) || value.version !== 1 || !isObject(value.katas)) return false
  return isMaybe('string', value.track) && Object.values(value.katas).every(isOfKata)
}

/** @param {unknown} value */
function isOfKata(value) {
  if (!isObject(value) || !isMaybe('string', value.firstSolved)) return false
  if (!isMaybe('number', value.hints)) return false
  if (value.run === undefined) return true
  if (!isObject(value.run)) return false
  const { solved, starred, when, hash } = value.run
  const marks = typeof solved === 'boolean' && typeof starred === 'boolean'
  return marks && typeof when === 'string' && typeof hash === 'string'
}

/** @param {'string' | 'number'} type @param {unknown} value */
const isMaybe = (type, value) => value === undefined || typeof value === type

/**
 * How a kata stands, by the learner's file as it is now:
 * - `starred`, `solved`: a run has said so of this very content;
 * - `before`: it was solved once, and the file is another since;
 * - `begun`: the file is no longer the stub;
 * - `open`.
 * @typedef {'starred' | 'solved' | 'before' | 'begun' | 'open'} State
 */

/** @param {Kata} kata @param {Progress} progress @returns {State} */
export function stateOf(kata, progress) {
  const { run, firstSolved } = progress.katas[kata.slug] ?? {}
  const bytes = ownBytes(kata)
  if (bytes && run?.solved && run.hash === hashOf(bytes)) return run.starred ? 'starred' : 'solved'
  if (firstSolved) return 'before'
  return bytes && !isStub(kata, bytes) ? 'begun' : 'open'
}

/** Whether the learner's file, as it is now, is known to solve its kata. @param {Kata} kata @param {Progress} progress */
export const isSolvedNow = (kata, progress) =>
  ['starred', 'solved'].includes(stateOf(kata, progress))
