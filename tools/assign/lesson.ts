import { posix } from 'node:path'

/** A link to a file: its words, and where it leads. */
const LINK = /\[([^\]]*)\]\((?!https?:|#)([^)\s]+)\)/g
const REFERENCE = /(?:solutions|lua)\//

/**
 * A lesson or another text as a pack has it: without what it says of the references, and where it links to what
 * is not in the pack, the words alone.
 *
 * @param path of the text, relative to the checkout
 * @param has whether the pack has this file or folder
 */
export function asInPack(text: string, path: string, has: (path: string) => boolean): string {
  const parts = text.split(/(\n{2,}|\n(?=- ))/)
  const kept = parts.map(withoutReference)
  // Where nothing is left of a paragraph or an item, its break goes, too.
  const joined = kept.filter((_, i) => i % 2 === 0 || kept[i + 1] !== '').join('')
  const whole = joined.endsWith('\n') ? joined : `${joined}\n`
  return whole.replace(LINK, (link, words: string, target: string) => {
    const file = posix.join(posix.dirname(path), target.split('#')[0] ?? '')
    return has(file) ? link : words
  })
}

/** A paragraph or an item up to the sentence that names a reference. */
function withoutReference(text: string): string {
  const at = linksIn(text).find(({ target }) => REFERENCE.test(target))?.at
  if (at === undefined) return text
  const before = text.slice(0, at)
  const end = Math.max(...[...before.matchAll(/[.?!:;](?=\s)/g)].map(({ index }) => index + 1), 0)
  return before.slice(0, end)
}

const linksIn = (text: string) =>
  [...text.matchAll(LINK)].map(({ index, 2: target = '' }) => ({ at: index, target }))
