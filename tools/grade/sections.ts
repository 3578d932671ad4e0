import type { Alike } from './alike/alike.ts'
import { alikeInClass, alikeWith } from './alike/told.ts'
import type { GradeRecord } from './record.ts'
import { type Section, showMarks, showTime } from './report.ts'
import { type Asked, toAsk } from './viva.ts'

/** What is said of one submission beside its marks. */
export function sectionsOfStudent(
  own: readonly GradeRecord[],
  name: string,
  alike: readonly Alike[],
  asked: readonly Asked[],
): Section[] {
  return [lateness(own), alikeWith(name, alike), toAsk(asked)].filter(hasLines)
}

/** What is said of the whole class. */
export function sectionsOfClass(
  records: readonly GradeRecord[],
  alike: readonly Alike[],
): Section[] {
  return [mistakes(records), hardest(records), alikeInClass(alike)].filter(hasLines)
}

const hasLines = ({ lines }: Section) => lines.length > 0

function lateness(own: readonly GradeRecord[]): Section {
  const lines = own.flatMap(({ kata, late, handedIn, marks }) =>
    late && late.before !== 0 && handedIn
      ? [
          `${kata}: ${late.by}, ${showMarks(late.before)} → ${showMarks(marks)} ` +
            `(${handedIn.by} ${showTime(handedIn.at)})`,
        ]
      : [],
  )
  return { title: 'Late', lines }
}

/** So many lines: what a class should hear again. */
const SHOWN = 5

function mistakes(records: readonly GradeRecord[]): Section {
  const told = records.flatMap(({ kata, behavesLike }) =>
    behavesLike === null ? [] : behavesLike.split(', ').map((name) => `${kata}: ${name}`),
  )
  return { title: 'Mistakes that more than one made', lines: mostOf(told) }
}

function hardest(records: readonly GradeRecord[]): Section {
  // Who has nothing yet fails all there is, and says nothing of what is hard.
  const begun = records.filter(({ marks, late }) => (late?.before ?? marks ?? 0) > 0)
  const failed = begun.flatMap(({ kata, failures }) =>
    failures.filter(({ level }) => level === 'core').map(({ test }) => `${kata}: ${test}`),
  )
  return { title: 'Core tests that more than one failed', lines: mostOf(failed) }
}

function mostOf(all: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const one of all) counts.set(one, (counts.get(one) ?? 0) + 1)
  return [...counts]
    .filter(([, count]) => count > 1)
    .sort(([one, count], [other, more]) => more - count || (one < other ? -1 : 1))
    .slice(0, SHOWN)
    .map(([what, count]) => `${count} × ${what}`)
}
