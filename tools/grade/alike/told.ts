import type { Section } from '../report.ts'
import type { Alike, Pair } from './alike.ts'

/** So many pairs of a kata have a line each; `--report` has all. */
const SHOWN = 10

/** Of the whole class. */
export function alikeInClass(alike: readonly Alike[]): Section {
  const lines = alike.flatMap(linesOf)
  const said = lines.length === 0 ? [] : [...lines, NO_VERDICT]
  return { title: 'Alike in structure, names and layout aside', lines: said }
}

const NO_VERDICT =
  'No verdict: code of a few lines has few shapes, and who learnt it from the same page writes the same. ' +
  'It says whom to ask; the questions are behind each name.'

function linesOf({ kata, compared, median, apart, above, pairs }: Alike): string[] {
  const usual =
    `half of ${compared} pairs share ${median}% or less; ` +
    `answers written apart here, ${apart}% at most`
  const listed = pairs.slice(0, SHOWN).map((pair) => `${kata}: ${showPair(pair)}`)
  const more = pairs.length - listed.length
  return [
    `${kata}: ${pairs.length === 0 ? `none shares more than ${above}%; ` : ''}${usual}`,
    ...listed,
    ...(more > 0 ? [`${kata}: ${more} more pairs above ${above}%, see --report`] : []),
  ]
}

function showPair({ one, other, share, toTheLetter }: Pair): string {
  return `${share}% ${one} and ${other}${toTheLetter ? ', to the letter' : ''}`
}

/** Of one student; the table has it all among what is said of the class. */
export function alikeWith(name: string, alike: readonly Alike[]): Section {
  const lines = alike.flatMap(({ kata, pairs }) =>
    pairs
      .filter((pair) => isOf(pair, name))
      .slice(0, SHOWN)
      .map(({ one, other, share, toTheLetter }) => {
        const with_ = one === name ? other : one
        return `${kata}: ${share}% with ${with_}${toTheLetter ? ', to the letter' : ''}`
      }),
  )
  return { title: 'Alike in structure (no verdict)', lines, brief: [] }
}

/** The katas of which a student is in a pair. */
export function katasAlike(name: string, alike: readonly Alike[]): ReadonlySet<string> {
  const own = alike.filter(({ pairs }) => pairs.some((pair) => isOf(pair, name)))
  return new Set(own.map(({ kata }) => kata))
}

const isOf = ({ one, other, isOurs }: Pair, name: string) =>
  one === name || (other === name && !isOurs)
