// The words of `npm run kata`: what they ask for, and what is said of one that is wrong.
import { hasReferences, UsageError } from '../judge/catalogue.mjs'
import { kataFrom, unknown } from './nearest.mjs'
import { tracks } from './tracks.mjs'

/** @typedef {import('../judge/catalogue.mjs').Kata} Kata */

/**
 * What is asked for.
 * @typedef {{ word: 'board' | 'all' | 'next' | 'help' }
 *   | { word: 'track', name: string }
 *   | { word: 'hint', kata: Kata | undefined }
 *   | { word: 'reset', kata: Kata }
 *   | { word: 'restore', kata: Kata, which: number | 'list' | undefined }
 *   | { word: 'diff' | 'solution', kata: Kata, yes: boolean }
 *   | { word: 'update', from: string }} Asked
 */

export const WORDS = [
  'all',
  'next',
  'hint',
  'reset',
  'restore',
  'diff',
  'solution',
  'track',
  'update',
  'help',
]

const REFERENCES = `  npm run kata diff 03            your file against the reference
  npm run kata solution 03        the reference
                                  both once it is solved, or with yes behind it
`

export const usage = () => `The desk: where you are, hints, your files.

  npm run kata                    the board: what is solved, what is next
  npm run kata all                each kata, where the board has folded some
  npm run kata next               what to open and run now
  npm run kata track NAME         some katas alone:
${tracks.map(({ name, says }) => `    ${name.padEnd(28)}  ${says}`).join('\n')}

  npm run kata hint 03            one more hint; without 03, of the next kata
${hasReferences() ? REFERENCES : ''}
  npm run kata reset 03           the stub again; your file is saved first
  npm run kata restore 03         the last saved file back; yours is saved first
  npm run kata restore 03 list    the saved files; restore 03 2  takes number 2
  npm run kata update FOLDER      follow the newer version of this in FOLDER;
                                  files that you have edited stay

What it remembers and has saved is in .kata, which nothing but you deletes.
Exit code: 0 done; 1 not done, or a word that it does not know: it says which;
130 Ctrl-C at a question.`

/**
 * Throws a {@link UsageError} that shows the word that is wrong and the nearest right one.
 * @param {readonly string[]} words
 * @returns {Asked}
 */
export function askedBy([word, ...more]) {
  if (word === undefined) return { word: 'board' }
  if (['help', '--help', '-h'].includes(word)) return { word: 'help' }
  if (!WORDS.includes(word)) throw unknown('the desk has no word', word, WORDS, 'npm run kata', SEE)
  const [first, second] = more
  switch (word) {
    case 'all':
    case 'next':
      none(word, more)
      return { word }
    case 'track':
      none(word, more.slice(1))
      return { word, name: trackFrom(first) }
    case 'hint':
      none(word, more.slice(1))
      return { word, kata: first === undefined ? undefined : kataBehind(word, first) }
    case 'reset':
      none(word, more.slice(1))
      return { word, kata: kataBehind(word, first) }
    case 'restore':
      none(word, more.slice(2))
      return { word, kata: kataBehind(word, first), which: whichFrom(second) }
    case 'diff':
    case 'solution':
      none(word, more.slice(second === 'yes' ? 2 : 1), '03, or 03 yes')
      return { word, kata: kataBehind(word, first), yes: second === 'yes' }
    default:
      none(word, more.slice(1))
      if (!first) throw new UsageError(`update takes a folder with a newer version, got nothing`)
      return { word: 'update', from: first }
  }
}

/** @param {string} word @param {readonly string[]} rest @param {string} [takes] */
function none(word, rest, takes) {
  const [first] = rest
  if (first === undefined) return
  const rule = takes ? `${word} takes a kata, ${takes}` : `${word} has all it takes`
  throw new UsageError(`${rule}, got ${JSON.stringify(first)} behind it\n${SEE}`)
}

const SEE = 'npm run kata help  lists the words'

/** @param {string} word @param {string | undefined} name */
function kataBehind(word, name) {
  if (name === undefined)
    throw new UsageError(`${word} takes a kata, as in: npm run kata ${word} 03`)
  return kataFrom(name, `npm run kata ${word}`, SEE)
}

/** @param {string | undefined} name */
function trackFrom(name) {
  const names = tracks.map((one) => one.name)
  if (name === undefined)
    throw new UsageError(`track takes one of ${names.join(', ')}, got nothing`)
  if (names.includes(name)) return name
  throw unknown('no track is named', name, names, 'npm run kata track', SEE)
}

/** @param {string | undefined} text @returns {number | 'list' | undefined} */
function whichFrom(text) {
  if (text === undefined || text === 'list') return text
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text)
  throw new UsageError(
    `restore takes list or the number of a saved file, got ${JSON.stringify(text)}`,
  )
}
