// How the desk reads what it keeps: a file that is broken is put aside, and never in the way.
import { renameSync } from 'node:fs'
import { isOfSystem, readIfThere } from './store.mjs'

/**
 * What a JSON file holds; `none` where there is no file. One that is broken, or holds something else, is put aside
 * then, and said so. Throws where it cannot be put aside.
 * @template T
 * @param {string} path
 * @param {string} what it is, for people
 * @param {(value: unknown) => value is T} isIt
 * @param {T} none
 * @returns {T}
 */
export function readKept(path, what, isIt, none) {
  try {
    const text = readIfThere(path)?.toString()
    if (text === undefined) return none
    const value = JSON.parse(text)
    if (isIt(value)) return value
  } catch (error) {
    // One that cannot be opened (a folder in its place) is in the way as well as one that is no JSON.
    if (!isOfSystem(error) && !(error instanceof SyntaxError)) throw error
  }
  const aside = `${path}.broken-${new Date().toISOString().replaceAll(':', '-')}`
  renameSync(path, aside)
  console.error(`${what} could not be read and starts anew; the old file is ${aside}`)
  return none
}

/** @param {unknown} value @returns {value is Record<string, unknown>} */
export const isObject = (value) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
