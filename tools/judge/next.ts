// What to do next: the last lines of a verdict.
import { ALL_SOLVED, stuckSays } from '../desk/board.mjs'
import type { Progress } from '../desk/progress.mjs'
import { nextKata } from '../desk/tracks.mjs'
import { solutionOf, stubOf } from './catalogue.mjs'
import { shownPath } from './paths.ts'
import type { Result } from './results.ts'

/** Where a verdict is read. In the drill nobody is told of hints, or of a way round its clock. */
export type Where = 'test' | 'watch' | 'drill'

export interface Reading {
  readonly where: Where
  readonly progress: Progress
}

const isOwn = ({ kata, implementation }: Result) => implementation === stubOf(kata)

function command({ kata, implementation }: Result): string {
  if (implementation === stubOf(kata)) return `npm test katas/${kata.id}`
  if (implementation === solutionOf(kata)) return `npm test solutions/${kata.id}`
  return `npm test ${shownPath(implementation)}`
}

/** A blank line, and the steps below `Next:`. */
const steps = (...lines: readonly string[]) => [
  '',
  ...lines.map((line, i) => `${i === 0 ? 'Next:' : '     '} ${line}`),
]

/** Nothing is written yet. */
export function nextTodo(result: Result, { where }: Reading): string[] {
  if (where === 'drill') return []
  const { kata, implementation } = result
  const read = `read katas/${kata.folder}/README.md,`
  const path = shownPath(implementation)
  return where === 'watch'
    ? steps(read, `replace the TODO in ${path}`, 'and save it')
    : steps(read, `replace the TODO in ${path},`, `then run  ${command(result)}`)
}

export function nextUnsolved(result: Result, { where, progress }: Reading): string[] {
  if (where === 'drill') return []
  const { kata, implementation } = result
  const edit = `edit ${shownPath(implementation)}`
  const stuck = isOwn(result)
    ? stuckSays(kata, progress, where === 'watch')
    : `Three hints wait in katas/${kata.folder}/README.md`
  return where === 'watch'
    ? steps(`${edit}, and save it`, `Stuck? ${stuck}`)
    : steps(`${edit},`, `then run  ${command(result)}`, `Stuck? ${stuck}`)
}

/** The kata that the board calls the next one. */
export function nextSolved(result: Result, { where, progress }: Reading): string[] {
  if (where === 'drill' || !isOwn(result)) return []
  const next = nextKata(progress)
  if (!next) return ['', ...ALL_SOLVED]
  return steps(
    where === 'watch'
      ? `n  (${next.id} ${next.title})`
      : `npm test katas/${next.id}  (${next.title})`,
  )
}

export const nextWithoutRedis = (result: Result, { where }: Reading): string[] =>
  steps(`get one of them, then run  ${where === 'drill' ? 'the tests again' : command(result)}`)
