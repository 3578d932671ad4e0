// Which katas the learner goes through: katas/tracks.json has the choices.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { katas, root } from '../judge/catalogue.mjs'
import { stateOf } from './progress.mjs'

/** @typedef {import('../judge/catalogue.mjs').Kata} Kata */
/** @typedef {import('./progress.mjs').Progress} Progress */

/**
 * @typedef {object} Track
 * @property {string} name
 * @property {string} says
 * @property {readonly string[]} [katas] their ids; all of them if it is left out
 */

/**
 * @type {{ readonly modules: Readonly<Record<string, string>>, readonly tracks: readonly Track[],
 *   readonly rubric: unknown }}
 */
const { modules, tracks, rubric } = JSON.parse(
  readFileSync(join(root, 'katas/tracks.json'), 'utf8'),
)

export { modules, rubric, tracks }

/** @type {Track} */
const ALL = { name: 'full', says: 'all katas' }

/** The one that was chosen; all katas, if none was, or one that is no more. @param {Progress} progress */
export const trackOf = (progress) =>
  tracks.find(({ name }) => name === (progress.track ?? ALL.name)) ?? ALL

/** The katas of a track, in their order. @param {Track} track @returns {readonly Kata[]} */
export const katasOf = (track) => katas.filter(({ id }) => track.katas?.includes(id) ?? true)

/**
 * The first kata of the learner's track that was never solved; undefined when all have been.
 * @param {Progress} progress
 */
export const nextKata = (progress) =>
  katasOf(trackOf(progress)).find((kata) => ['begun', 'open'].includes(stateOf(kata, progress)))
