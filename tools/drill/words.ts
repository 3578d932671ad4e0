// The words of `npm run drill`.
import { closest } from 'fastest-levenshtein'
import { type Kata, kataNamed, UsageError } from '../judge/catalogue.mjs'

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
  npm run drill new 8             so many new ones
  npm run drill kata              a kata from blank under the clock: the one that
                                  is due, or the next; 25 minutes, or its own
  npm run drill kata 03           this one
  npm run drill mock              45 minutes: a kata, four questions, a design
                                  question, and a score sheet
  npm run drill plan              what comes back when
  npm run drill until 2026-12-20  the date of the interview: all comes back before
  npm run drill until none        no date

Say an answer aloud or type it, then tick what you named. Less than half of the
points: it comes back at once; not all: soon; all: later; a senior point, too: last.
Ctrl-C at any question: nothing is lost, the same command goes on. It is kept in
.kata/drill.json, what you write under the clock in .kata/drill; your own files in
katas have no part in it.
Exit code: 0 done; 1 not done, or a word that it does not know; 130 Ctrl-C.`

/** Throws a UsageError that shows the word that is wrong, and the nearest right one. */
export function askedBy([word, ...more]: readonly string[], today: Date): Asked {
  const [first, second] = more
  if (word === undefined) return { word: 'questions', fresh: FRESH }
  if (['help', '--help', '-h'].includes(word)) return { word: 'help' }
  if (!WORDS.includes(word)) {
    const nearest = closest(word.toLowerCase(), WORDS)
    throw new UsageError(
      `the drill has no word ${JSON.stringify(word)}; the nearest is  npm run drill ${nearest}\n${SEE}`,
    )
  }
  const surplus = ['mock', 'plan'].includes(word) ? first : second
  if (surplus !== undefined)
    throw new UsageError(
      `${word} has all it takes, got ${JSON.stringify(surplus)} behind it\n${SEE}`,
    )
  if (word === 'kata') return { word, kata: first === undefined ? undefined : kataFrom(first) }
  if (word === 'until') return { word, date: dateFrom(first, today) }
  if (word === 'new') return { word: 'questions', fresh: numberFrom(first) }
  return { word: word as 'mock' | 'plan' }
}

const SEE = 'npm run drill help  lists the words'

function kataFrom(name: string): Kata {
  const kata = kataNamed(name.replace(/^katas\/|\/$/g, ''))
  if (!kata) throw new UsageError(`no kata is named ${JSON.stringify(name)}; 01 to 21 are\n${SEE}`)
  return kata
}

function dateFrom(text: string | undefined, today: Date): string | undefined {
  if (text === 'none') return undefined
  const shape = /^\d{4}-\d\d-\d\d$/.test(text ?? '') && text === isoDate(new Date(text ?? ''))
  if (!shape)
    throw new UsageError(
      `until takes a date, as in 2026-12-20, or none; got ${JSON.stringify(text)}`,
    )
  if ((text ?? '') <= isoDate(today))
    throw new UsageError(`until takes a date to come, got ${text}; today is ${isoDate(today)}`)
  return text
}

const isoDate = (date: Date) =>
  Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 10)

function numberFrom(text: string | undefined): number {
  if (/^\d{1,3}$/.test(text ?? '')) return Number(text)
  throw new UsageError(`new takes a number from 0 to 999, got ${JSON.stringify(text)}`)
}
