// What differs between two texts, as lines. The library is loaded when it is asked for.
import { painter } from '../judge/looks.mjs'
import { asText } from './store.mjs'

/** @typedef {{ readonly name: string, readonly text: string | Buffer }} Named */

/**
 * A unified diff, whatever the line ends; undefined where nothing differs.
 * @param {Named} before @param {Named} after @param {boolean} colour
 * @returns {Promise<string[] | undefined>}
 */
export async function difference(before, after, colour) {
  const [one, other] = [asText(before.text), asText(after.text)]
  if (one === other) return undefined
  const { structuredPatch } = await import('diff')
  const { hunks } = structuredPatch(before.name, after.name, one, other, '', '', { context: 3 })
  const paint = painter(colour)
  const painted = (/** @type {string} */ line) => {
    if (line.startsWith('+')) return paint('green', line)
    return line.startsWith('-') ? paint('red', line) : line
  }
  return [
    painted(`--- ${before.name}`),
    painted(`+++ ${after.name}`),
    ...hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => [
      paint('cyan', `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`),
      ...lines.map(painted),
    ]),
  ]
}
