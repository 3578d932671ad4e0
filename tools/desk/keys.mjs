// What the watch's keys do: the desk's own words, as a person would type them.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { hasReferences, root } from '../judge/catalogue.mjs'

/** @typedef {import('../judge/catalogue.mjs').Kata} Kata */

/** @type {Readonly<Record<string, (kata: Kata) => string[]>>} */
const WORDS = {
  h: ({ id }) => ['hint', id],
  r: ({ id }) => ['reset', id],
  l: () => [],
  d: ({ id }) => ['diff', id],
}

/** The line below a verdict. @param {Kata} kata */
export const kataKeys = ({ folder }) =>
  `watching katas/${folder}: n next  h hint  r reset  l board  ${hasReferences() ? 'd diff  ' : ''}q quit`

/**
 * Does what a key stands for, in this terminal; nothing, if it stands for nothing. Whether it did.
 * @param {string} key @param {Kata} kata
 */
export async function spawnDesk(key, kata) {
  const words = WORDS[key]?.(kata)
  if (!words) return false
  // A question is answered at this terminal, which is the desk's own for that long; else the keys stay ours.
  const asks = key === 'd'
  if (asks) process.stdin.setRawMode(false).pause()
  const desk = spawn(process.execPath, [join(root, 'tools/kata.mjs'), ...words], {
    stdio: [asks ? 'inherit' : 'ignore', 'inherit', 'inherit'],
  })
  await once(desk, 'close')
  if (asks) process.stdin.setRawMode(true).resume()
  return true
}
