import type { Progress } from '../desk/progress.mjs'
import { stubOf } from './catalogue.mjs'
import { COLUMNS, cut, type Format, fold, painter } from './looks.mjs'
import {
  nextSolved,
  nextTodo,
  nextUnsolved,
  nextWithoutRedis,
  type Reading,
  type Where,
} from './next.ts'
import { shownPath } from './paths.ts'
import { type Failure, isGuarded, isSolved, isStarred, type Result } from './results.ts'

/** A verdict fits a terminal of 80 columns and 24 lines. */
const LINES = 24
const OTHERS_SHOWN = 4
const MESSAGE_LINES = 8
/** The first lines of a message that is cut. */
const HEAD_LINES = 2

export interface Looks {
  readonly colour: boolean
  /** By `npm test`, if it is left out. */
  readonly where?: Where
  /** What the learner has done so far; nothing, if it is left out. */
  readonly progress?: Progress
}

const NOTHING: Progress = { version: 1, katas: {} }

/** The verdict on one implementation, as lines. */
export function verdictOf(
  result: Result,
  { colour, where = 'test', progress = NOTHING }: Looks,
): string[] {
  const paint = painter(colour)
  const reading: Reading = { where, progress }
  const { core, stretch, failures, untouched } = result
  const isToDo = failures.length > 0 && failures.every(({ kind }) => kind === 'TodoError')
  const name = shownName(result)
  const stretches = stretch.passed + stretch.failed
  const counted = [
    `core ${core.passed} of ${core.passed + core.failed}`,
    ...(stretches > 0 ? [`stretch ${stretch.passed} of ${stretches}`] : []),
  ].join(', ')
  const score = isToDo && untouched ? 'nothing is written yet' : counted
  /** The mark, the name and the score, on two lines where one has no room. */
  const head = (mark: string, says: string) => {
    const start = `${mark} ${paint('bold', name)}${says}:`
    const room = COLUMNS - name.length - says.length - mark.length - 2
    return score.length < room ? [`${start} ${score}`] : [start, `  ${score}`]
  }
  // Nothing wrong, and not all was looked at: no pass.
  if (result.notRun > 0 && core.failed === 0) {
    const [left] = failures
    const what = `${paint('yellow', 'NOT RUN')} ${paint('bold', name)}:`
    return [
      ...(core.passed === 0
        ? [`${what} needs a Redis 8, see above`]
        : [what, ...notRunLines(result), `  the others: ${score}`]),
      ...(left ? ['', ...failed(left, '☆', paint, 'yellow')] : []),
      ...nextWithoutRedis(result, reading),
    ]
  }
  if (isSolved(result)) {
    const star = isStarred(result)
    const [left, ...others] = failures
    const next = nextSolved(result, reading)
    const lines = [
      ...head(paint('green', '✓'), star ? ' solved ★' : ' solved'),
      ...(left ? ['', ...failed(left, '☆', paint, 'yellow')] : []),
    ]
    lines.push(...likeness(result, LINES - lines.length - next.length, paint))
    return [...lines, ...alsoFailing(others, LINES - lines.length - next.length), ...next]
  }
  const soFar = [
    ...stepsOf(result, paint),
    ...(result.notRun > 0 ? notRunLines(result, `${paint('yellow', 'NOT RUN')}: `) : []),
  ]
  if (isToDo) {
    return [...head(paint('red', '✗'), ' to do'), ...soFar, ...todoOf(result, reading)]
  }
  const [first, ...others] = failures
  const lines = [
    ...head(paint('red', '✗'), ''),
    ...soFar,
    '',
    ...(first ? failed(first, markOf(first), paint, 'red') : []),
  ]
  const next = nextUnsolved(result, reading)
  lines.push(...likeness(result, LINES - lines.length - next.length, paint))
  lines.push(...alsoFailing(others, LINES - lines.length - next.length))
  return [...lines, ...next]
}

/** How far one has come in a kata that is built in steps. */
function stepsOf(
  { steps }: Result,
  paint: (format: Format, text: string) => string,
): readonly string[] {
  if (steps.length === 0) return []
  const marks = steps.map(({ name, failed }) =>
    failed > 0 ? `${paint('red', '✗')} ${name}` : `${paint('green', '✓')} ${name}`,
  )
  return [`  ${marks.join('  ')}`]
}

/** The mistake that the code behaves like, and why it is one, in what room there is. */
function likeness(
  result: Result,
  room: number,
  paint: (format: Format, text: string) => string,
): string[] {
  const told = result.behavesLike.flatMap(({ misconception, why }, i) => [
    paint('cyan', i === 0 ? '  Behaves like code with this mistake:' : '  and with this one:'),
    ...fold(misconception).map((text) => `    ${text}`),
    ...(i === 0 ? fold(`But: ${reason(why, result)}`).map((text) => `    ${text}`) : []),
  ])
  if (told.length === 0 || room < 4) return []
  const shown = told.length < room ? told : [...told.slice(0, room - 2), '    …']
  return ['', ...shown]
}

/** What a wrong answer that is only slow, or only large, begins its reason with. */
const RIGHT_BUT = /^The answers are right,? but /

/** Why it is a mistake: that the answers are right is only said where no test has found one that is not. */
function reason(why: string, { failures }: Result): string {
  const isRight = failures.every((failure) => failure.aboutCost || isGuarded(failure))
  return isRight ? why : why.replace(RIGHT_BUT, '')
}

/** How many tests were not run, and why. */
function notRunLines({ notRun, whyNotRun }: Result, head = ''): string[] {
  const need = `${notRun} ${notRun === 1 ? 'test needs' : 'tests need'} a Redis 8`
  const said = whyNotRun === undefined ? `${need}, see above` : `${need} of their own: ${whyNotRun}`
  return fold(`${head}${said}`).map((text) => `  ${text}`)
}

/** The other failures, a line each, in what room there is. */
function alsoFailing(others: readonly Failure[], room: number): string[] {
  if (others.length === 0 || room < 2) return []
  if (room < 5) return ['', `Also failing: ${others.length} more`]
  const most = Math.min(OTHERS_SHOWN, room - 3)
  const shown = others.slice(0, others.length > most + 1 ? most : others.length)
  const hidden = others.slice(shown.length)
  const stars = hidden.filter(({ level }) => level === 'stretch').length
  const how = stars === hidden.length ? 'all' : `${stars} of them`
  const rest = `  … and ${hidden.length} more${stars > 0 ? `, ${how} for the star` : ''}`
  return [
    '',
    'Also failing:',
    ...shown.map((other) => cut(`  ${markOf(other)} ${other.test}`)),
    ...(hidden.length > 0 ? [rest] : []),
  ]
}

function failed(
  failure: Failure,
  mark: string,
  paint: (format: Format, text: string) => string,
  colour: Format,
): string[] {
  const { test, message, file, line, printed } = failure
  const body = message.split('\n').flatMap((line) => fold(line))
  const room = Math.min(MESSAGE_LINES, MESSAGE_LINES + 3 - printed.length)
  // What is wrong stands last.
  const tail = body.slice(1 - room + HEAD_LINES)
  const shown = body.length > room ? [...body.slice(0, HEAD_LINES), '…', ...tail] : body
  const title = fold(test).map((text, i) => `${i === 0 ? mark : ' '} ${text}`)
  const at = `${shownPath(file)}${line > 0 ? `:${line}` : ''}`
  return [
    ...title.map((text) => paint(colour, text)),
    ...shown.map((text) => `    ${text}`),
    ...printed.map((text) => `    │ ${text}`),
    paint('dim', `    ${at}`),
  ]
}

function todoOf(result: Result, reading: Reading): string[] {
  const todo = result.failures[0]?.message ?? ''
  return ['', ...fold(todo).map((text) => `    ${text}`), ...nextTodo(result, reading)]
}

const markOf = ({ level }: Failure) => (level === 'stretch' ? '☆' : '✗')

/** A kata's folder for the learner's file, the path of any other. */
const shownName = ({ kata, implementation }: Result) =>
  implementation === stubOf(kata) ? `katas/${kata.folder}` : shownPath(implementation)
