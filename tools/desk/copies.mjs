// The learner's files, saved before they are replaced: .kata/saved/NN-slug. None is ever removed.
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root, stubOf } from '../judge/catalogue.mjs'
import { deskFolder, locked, NotDone, readIfThere, writeWhole } from './store.mjs'
import { isStub, stubText } from './stubs.mjs'

/** @typedef {import('../judge/catalogue.mjs').Kata} Kata */

/**
 * @typedef {object} Copy
 * @property {number} number counts up from 1, also where the clock is set back
 * @property {Date} when
 * @property {string} path
 */

export const savedFolder = join(deskFolder, 'saved')

const NAME = /^(\d{4,})-(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\dZ)/

/** What lies in a folder of saved things, the last one first. @param {string} folder @returns {Copy[]} */
export function savedIn(folder) {
  if (!existsSync(folder)) return []
  const copies = readdirSync(folder).flatMap((name) => {
    const [, number, hour, minute, second] = name.match(NAME) ?? []
    if (!number) return []
    const when = new Date(`${hour}:${minute}:${second}`)
    return [{ number: Number(number), when, path: join(folder, name) }]
  })
  return copies.sort((one, other) => other.number - one.number)
}

/** The name of the next thing that is saved there, `0003-2025-12-02T09-04-11Z`. @param {string} folder */
export function nextName(folder) {
  const number = (savedIn(folder)[0]?.number ?? 0) + 1
  const when = `${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}Z`
  return `${String(number).padStart(4, '0')}-${when}`
}

/** The saved files of a kata, the last one first. @param {Kata} kata */
export const copiesOf = ({ folder }) => savedIn(join(savedFolder, folder))

/**
 * Saves the learner's file, unless it is the stub or the last copy. Under {@link locked} only.
 * @param {Kata} kata @param {Buffer} bytes what the file holds
 * @returns {Copy | undefined} the copy that has it; undefined for the stub
 */
function keep(kata, bytes) {
  if (isStub(kata, bytes)) return undefined
  const [last] = copiesOf(kata)
  if (last && readFileSync(last.path).equals(bytes)) return last
  const folder = join(savedFolder, kata.folder)
  mkdirSync(folder, { recursive: true })
  writeWhole(join(folder, `${nextName(folder)}-${kata.file}`), bytes)
  const [copy] = copiesOf(kata)
  if (copy && readFileSync(copy.path).equals(bytes)) return copy
  throw new NotDone(
    `the copy in ${folder} is not what ${shownFile(kata)} holds: nothing is changed`,
  )
}

/** Saves the learner's file as it is. @param {Kata} kata @returns {Copy | undefined} */
export function saveOwn(kata) {
  return locked(() => {
    const bytes = readIfThere(stubOf(kata))
    return bytes && keep(kata, bytes)
  })
}

/**
 * Puts something else into the learner's file, once what is there has been saved.
 * @param {Kata} kata
 * @param {(now: Buffer | undefined) => Buffer | string} next what it shall hold, by what it holds
 * @returns {Copy | undefined} the copy of what was there
 */
export function replaceOwn(kata, next) {
  const path = stubOf(kata)
  return locked(() => {
    const bytes = readIfThere(path)
    const data = next(bytes)
    const copy = bytes && keep(kata, bytes)
    const still = readIfThere(path)
    // An editor has saved meanwhile: what it wrote has no copy yet.
    if (bytes ? !still?.equals(bytes) : still) {
      throw new NotDone(`${shownFile(kata)} changed while it was saved: nothing is replaced`)
    }
    writeWhole(path, data)
    return copy
  })
}

/** The stub again, with the line ends of the file. @param {Kata} kata @returns {Copy | undefined} the copy of what was there */
export const resetOwn = (kata) => replaceOwn(kata, (now) => withEndsOf(now, stubText(kata)))

/**
 * A saved file back: that with this number, or the last that differs from what is there.
 * @param {Kata} kata @param {number} [number]
 * @returns {{ restored: Copy, saved: Copy | undefined }}
 */
export function restoreOwn(kata, number) {
  const copies = copiesOf(kata)
  const numbers = copies.map((one) => one.number).join(', ')
  /** @type {Copy | undefined} */
  let restored
  const saved = replaceOwn(kata, (now) => {
    const wanted = (/** @type {Copy} */ copy) =>
      number === undefined ? !now?.equals(readFileSync(copy.path)) : copy.number === number
    restored = copies.find(wanted)
    if (restored) return readFileSync(restored.path)
    if (copies.length === 0) throw new NotDone(`no file of ${kata.folder} has been saved yet`)
    if (number === undefined) throw new NotDone(`${shownFile(kata)} is the last saved one already`)
    throw new NotDone(`no saved file of ${kata.folder} has the number ${number}, but: ${numbers}`)
  })
  if (!restored) throw new Error('restored nothing')
  return { restored, saved }
}

/** @param {Buffer | undefined} now @param {string} text */
export const withEndsOf = (now, text) =>
  now?.includes('\r\n') ? text.replaceAll('\n', '\r\n') : text

/** The learner's file, for people. @param {Kata} kata */
export const shownFile = (kata) => shown(stubOf(kata))

/** Relative to the checkout. @param {string} path */
export const shown = (path) => relative(root, path).replaceAll('\\', '/')
