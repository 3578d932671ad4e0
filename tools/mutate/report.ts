import { isSame, type Listed } from './equivalent.ts'
import type { Mutant } from './mutant.ts'
import type { Fate } from './survivors.ts'

/** What was found about the mutants of some references. */
export interface Found {
  readonly mutants: readonly Mutant[]
  /** In the order of the mutants. */
  readonly fates: readonly Fate[]
}

export interface Summary {
  /** A line with the score, then what is wrong. */
  readonly lines: readonly string[]
  /** How many mutants are not as they should be, or not as the list has them. */
  readonly problems: number
}

/**
 * Holds what was found against the list: each mutant that survived is to be there, and nothing else.
 * @param listed of these references alone
 */
export function summaryOf(title: string, found: readonly Found[], listed: readonly Listed[]): Summary {
  const all = found.flatMap(({ mutants, fates }) =>
    mutants.map((mutant, i) => ({ mutant, fate: fates[i] ?? 'survived' })),
  )
  const isListed = (mutant: Mutant) => listed.some((one) => isSame(one, mutant))
  const killed = all.filter(({ fate }) => fate !== 'survived')
  const stopped = killed.filter(({ fate }) => fate === 'stopped').length
  const survivors = all.filter(({ mutant, fate }) => fate === 'survived' && !isListed(mutant))
  const caught = killed.filter(({ mutant }) => isListed(mutant))
  const gone = listed.filter((one) => !all.some(({ mutant }) => isSame(one, mutant)))
  const asked = all.length - (listed.length - gone.length)
  const right = killed.length - caught.length
  const problems = survivors.length + caught.length + gone.length
  // Rounded down: 100 is said of all alone.
  const score = asked === 0 ? 100 : Math.floor((100 * right) / asked)
  return {
    problems,
    lines: [
      `${problems === 0 ? '✓' : '✗'} ${title}: ${score} %, ${right} of ${asked} killed` +
        ` (${stopped} by a guard), ${listed.length} listed as equivalent`,
      ...survivors.map(({ mutant }) => `    survived ${shown(mutant)}`),
      ...caught.map(({ mutant }) => `    listed, but killed ${shown(mutant)}`),
      ...gone.map((one) => `    listed, but gone ${one.file} «${one.line}»${change(one)}`),
    ],
  }
}

const shown = (mutant: Mutant) => `${mutant.file}:${mutant.at} «${mutant.line}»${change(mutant)}`

const change = ({ from, to, nth }: Listed) =>
  `\n        ${from}\n      → ${to || '(nothing)'}${nth > 1 ? `   (nth: ${nth})` : ''}`
