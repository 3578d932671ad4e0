import { isGuarded } from '../judge/results.ts'
import { isSame, type Listed } from './equivalent.ts'
import type { Mutant } from './mutant.ts'
import type { Found } from './survivors.ts'

export interface Summary {
  /** A line with the score, then what is wrong. */
  readonly lines: readonly string[]
  /** How many mutants are not as they should be, or not as the list has them. */
  readonly problems: number
}

/**
 * Holds what was found against the list: each mutant that survived is to be there, and no other.
 * @param listed of these references alone
 */
export function summaryOf(
  title: string,
  found: readonly Found[],
  listed: readonly Listed[],
): Summary {
  const all = found.flatMap(({ reference, caught }) =>
    reference.mutants.map((mutant, i) => ({ mutant, by: caught[i] })),
  )
  const isListed = (mutant: Mutant) => listed.some((one) => isSame(one, mutant))
  const killed = all.filter(({ by }) => by !== undefined)
  const stopped = killed.filter(({ by }) => by && isGuarded(by)).length
  const survivors = all.filter(({ mutant, by }) => by === undefined && !isListed(mutant))
  const caught = killed.filter(({ mutant }) => isListed(mutant))
  const gone = listed.filter((one) => !all.some(({ mutant }) => isSame(one, mutant)))
  const asked = all.filter(({ mutant }) => !isListed(mutant)).length
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
      ...caught.map(({ mutant, by }) => `    listed, but killed by «${by?.test}» ${shown(mutant)}`),
      ...gone.map((one) => `    listed, but gone ${one.file} «${one.line}»${change(one)}`),
    ],
  }
}

const shown = (mutant: Mutant) => `${mutant.file}:${mutant.at} «${mutant.line}»${change(mutant)}`

const change = ({ from, to, nth }: Listed) =>
  `\n        ${from}\n      → ${to || '(nothing)'}${nth > 1 ? `   (nth: ${nth})` : ''}`
