// The board, and what to do next: what is printed, as lines.
import { existsSync } from 'node:fs'
import { needsRedis, solutionOf, testsOf } from '../judge/catalogue.mjs'
import { painter } from '../judge/looks.mjs'
import { shownFile } from './copies.mjs'
import { hintsOf, hintsSeen } from './hints.mjs'
import { stateOf } from './progress.mjs'
import { katasOf, modules, nextKata, trackOf } from './tracks.mjs'

/** @typedef {import('../judge/catalogue.mjs').Kata} Kata */
/** @typedef {import('./progress.mjs').Progress} Progress */
/** @typedef {import('./progress.mjs').State} State */

/** @type {Readonly<Record<State, string>>} */
const MARKS = { starred: '★', solved: '✓', before: '↻', begun: '…', open: ' ' }

/** @type {Readonly<Record<State, string>>} */
const SAY = {
  starred: '★ solved, with its star',
  solved: '✓ solved',
  before: '↻ solved once, changed since',
  begun: '… begun',
  open: '',
}

/** @type {Readonly<Partial<Record<State, import('../judge/looks.mjs').Format>>>} */
const COLOURS = { starred: 'yellow', solved: 'green', before: 'cyan', begun: 'cyan' }

/** @typedef {{ readonly kata: Kata, readonly state: State }} Row */

/**
 * The board. Where it is higher than the terminal, the modules beside the next kata's have a line each.
 * @param {Progress} progress @param {boolean} colour
 * @param {number} [room] the rows that there are for it
 * @returns {string[]}
 */
export function boardLines(progress, colour, room = Number.POSITIVE_INFINITY) {
  const paint = painter(colour)
  const track = trackOf(progress)
  const rows = katasOf(track).map((kata) => ({ kata, state: stateOf(kata, progress) }))
  const next = nextKata(progress)
  const width = Math.max(...rows.map(({ kata }) => kata.title.length))
  const parts = [...new Set(rows.map(({ kata }) => kata.module))].map((module) => ({
    head: `${module} ${modules[module] ?? ''}`.trimEnd(),
    isOpen: next?.module === module,
    rows: rows.filter(({ kata }) => kata.module === module),
  }))
  const headWidth = Math.max(...parts.map(({ head }) => head.length))
  /** @param {boolean} isWhole */
  const lines = (isWhole) => {
    const open = parts.filter(({ isOpen }) => isWhole || isOpen)
    return [
      `${paint('bold', `Track ${track.name}`)}: ${scoreOf(rows)}`,
      '',
      ...parts.flatMap((part) =>
        open.includes(part)
          ? [
              paint('dim', part.head),
              ...part.rows.map((row) => rowLine(row, width, row.kata === next, paint)),
            ]
          : [`${paint('dim', part.head.padEnd(headWidth))}  ${scoreOf(part.rows)}`],
      ),
      ...(isWhole ? [] : ['  npm run kata all  shows each kata']),
      '',
      ...legendOf(open.flatMap((part) => part.rows)),
      ...(next ? nextLines(progress) : ALL_SOLVED),
    ]
  }
  const whole = lines(true)
  return whole.length <= room ? whole : lines(false)
}

/** What the marks stand for. @param {readonly Row[]} rows */
function legendOf(rows) {
  const states = /** @type {State[]} */ (Object.keys(MARKS))
  const legend = states.filter((one) => SAY[one] && rows.some(({ state }) => state === one))
  return legend.length > 0 ? [`  ${legend.map((one) => SAY[one]).join('   ')}`, ''] : []
}

/** @param {Row} row @param {number} width @param {boolean} isNext @param {import('../judge/looks.mjs').Paint} paint */
function rowLine({ kata, state }, width, isNext, paint) {
  const mark = COLOURS[state] ? paint(COLOURS[state], MARKS[state]) : MARKS[state]
  const title = kata.title.padEnd(width)
  const minutes = `${String(kata.minutes).padStart(2)} min`
  const name = isNext ? paint('bold', title) : title
  const row = `  ${mark} ${kata.id} ${name}  ${minutes}  ${needsOf(kata)}`.trimEnd()
  return isNext ? `${row}  ${paint('bold', '← next')}` : row
}

/** @param {readonly Row[]} rows */
function scoreOf(rows) {
  const starred = rows.filter(({ state }) => state === 'starred').length
  const solved = starred + rows.filter(({ state }) => state === 'solved').length
  const left = rows.filter(({ state }) => state === 'begun' || state === 'open')
  const minutes = left.reduce((sum, { kata }) => sum + kata.minutes, 0)
  const stars = starred > 0 ? `, ${starred} ★` : ''
  return `${solved} of ${rows.length} solved${stars}${minutes > 0 ? `, ${duration(minutes)} left` : ''}`
}

/** @param {number} minutes */
const duration = (minutes) =>
  [minutes >= 60 ? `${Math.floor(minutes / 60)} h` : '', minutes % 60 ? `${minutes % 60} min` : '']
    .filter(Boolean)
    .join(' ')

/** @param {Kata} kata */
function needsOf(kata) {
  if (!testsOf(kata).some(needsRedis)) return ''
  return kata.redis ? 'Redis' : 'Redis for some tests'
}

export const ALL_SOLVED = [
  'Next: all of this track is solved. npm run kata help  lists the tracks.',
]

/**
 * What there is for who is stuck.
 * @param {Kata} kata @param {Progress} progress @param {boolean} [inWatch] whether a key does it
 */
export function stuckSays(kata, progress, inWatch = false) {
  const of = hintsOf(kata).length
  const left = of - hintsSeen(kata, progress)
  if (left > 0) {
    const hint = inWatch ? 'h' : `npm run kata hint ${kata.id}`
    return `${hint}  (${left} of ${of} hints left)`
  }
  if (!existsSync(solutionOf(kata))) return 'all hints are read'
  const reference = inWatch ? 'd' : `npm run kata solution ${kata.id}`
  return `all hints are read; ${reference}  asks before it shows`
}

/** What to open and run now. @param {Progress} progress @returns {string[]} */
export function nextLines(progress) {
  const kata = nextKata(progress)
  if (!kata) return ALL_SOLVED
  const { id, title, minutes, folder } = kata
  const begun = stateOf(kata, progress) === 'begun' ? ', which you have begun' : ''
  return [
    `Next: ${id} ${title}, ${minutes} minutes`,
    `  read    katas/${folder}/README.md`,
    `  edit    ${shownFile(kata)}${begun}`,
    `  run     npm test katas/${id}`,
    `  stuck?  ${stuckSays(kata, progress)}`,
  ]
}
