// The words of `npm run drill`.
import { kataFrom, unknown } from '../desk/nearest.mjs'
import { type Kata, UsageError } from '../judge/catalogue.mjs'
import { isDay, whole } from '../words.ts'

export type Asked =
  | { readonly word: 'questions'; readonly fresh: number }
  | { readonly word: 'kata'; readonly kata: Kata | undefined }
  | { readonly word: 'mock' | 'plan' | 'help' }
  | { readonly word: 'until'; readonly date: string | undefined }

/** New questions of a session, beside those that are due. */
const FRESH = 4
const WORDS = ['kata', 'mock', 'plan', 'until', 'new', 'help']

export const USAGE = `The interview drill: questions and katas that come back before you forget them.

  npm run drill                   the questions that are due, and ${FRESH} new ones
                                  about the katas that you have tried
  npm run drill new 8             so many new ones
  npm run drill kata              a kata from blank under the clock: the one
                                  that is due, or the next; 25 minutes, or its
                                  own
  npm run drill kata 03           this one
  npm run drill mock              45 minutes: a kata, four questions, a design
                                  question, and a score sheet; of your track
  npm run drill plan              what comes back when
  npm run drill until 2026-12-20  the date of the interview: all comes back
                                  before it
  npm run drill until none        no date

Say an answer aloud or type it, then tick what you named. Less than half of the
points: it comes back at once; not all: soon; all: later; a senior one, too:
last. Ctrl-C at any time: what you have typed and ticked is kept, and the same
command goes on. It is in .kata/drill.json, what you write under the clock in
.kata/drill; your own files in katas have no part in it.
Exit code: 0 done; 1 not done, or a word that it does not know; 130 Ctrl-C.`

/** Throws a UsageError that shows the word that is wrong, and the nearest right one. */
export function askedBy([word, ...more]: readonly string[], today: Date): Asked {
  const [first, second] = more
  if (word === undefined) return { word: 'questions', fresh: FRESH }
  if (['help', '--help', '-h'].includes(word)) return { word: 'help' }
  if (!WORDS.includes(word))
    throw unknown('the drill has no word', word, WORDS, 'npm run drill', SEE)
  const surplus = ['mock', 'plan'].includes(word) ? first : second
  if (surplus !== undefined)
    throw new UsageError(
      `${word} has all it takes, got ${JSON.stringify(surplus)} behind it\n${SEE}`,
    )
  if (word === 'kata') {
    const kata = first === undefined ? first : kataFrom(first, 'npm run drill kata', SEE)
    return { word, kata }
  }
  if (word === 'until') return { word, date: dateFrom(first, today) }
  if (word === 'new') {
    if (first === undefined) throw new UsageError('new takes how many, as in new 8; got nothing')
    return { word: 'questions', fresh: whole('new', first, 0, 999) }
  }
  return { word: word as 'mock' | 'plan' }
}

const SEE = 'npm run drill help  lists the words'

function dateFrom(text: string | undefined, today: Date): string | undefined {
  if (text === 'none') return undefined
  if (text === undefined || !isDay(text))
    throw new UsageError(
      `until takes a date, as in 2026-12-20, or none; got ${JSON.stringify(text) ?? 'nothing'}`,
    )
  const now = today.toISOString().slice(0, 10)
  if (text <= now) throw new UsageError(`until takes a date to come, got ${text}; today is ${now}`)
  return text
}
