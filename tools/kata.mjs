// `npm run kata WORDS`: the learner's desk. Plain JavaScript, since it shall answer at once.
import { basename, dirname, resolve } from 'node:path'
import { boardLines, nextLines } from './desk/board.mjs'
import { copiesOf, resetOwn, restoreOwn, shown, shownFile } from './desk/copies.mjs'
import { hintLines, hintsOf, hintsSeen } from './desk/hints.mjs'
import { changeProgress, entryOf, readProgress, tryToKeep } from './desk/progress.mjs'
import { orSay } from './desk/said.mjs'
import { NotDone } from './desk/store.mjs'
import { nextKata } from './desk/tracks.mjs'
import { askedBy, usage } from './desk/words.mjs'
import { rowsOfTerminal, wantsColour } from './judge/looks.mjs'
import { outliveReader } from './judge/pipe.mjs'

/** @typedef {import('./judge/catalogue.mjs').Kata} Kata */
/** @typedef {import('./desk/copies.mjs').Copy} Copy */

const print = (/** @type {readonly string[]} */ lines) => console.log(lines.join('\n'))

/** @param {import('./desk/words.mjs').Asked} asked */
async function done(asked) {
  switch (asked.word) {
    case 'help':
      return print([usage()])
    case 'board':
      return board()
    case 'all':
      return print(boardLines(readProgress(), wantsColour()))
    case 'next':
      return print(nextLines(readProgress()))
    case 'track':
      changeProgress((progress) => {
        progress.track = asked.name
      })
      return board()
    case 'hint':
      return hint(asked.kata ?? nextKata(readProgress()))
    case 'reset':
      return reset(asked.kata)
    case 'restore':
      return asked.which === 'list' ? list(asked.kata) : restore(asked.kata, asked.which)
    case 'diff':
      return (await import('./desk/reference.mjs')).showDiff(asked.kata, asked.yes)
    case 'solution':
      return (await import('./desk/reference.mjs')).showSolution(asked.kata, asked.yes)
    case 'update':
      // npm starts us in the checkout, wherever the person stands.
      return (await import('./desk/update.mjs')).update(
        resolve(process.env.INIT_CWD ?? process.cwd(), asked.from),
      )
  }
}

/** All of it where nobody scrolls: in a file, or for another program. */
function board() {
  const rows = rowsOfTerminal()
  // The prompt stands below it.
  print(boardLines(readProgress(), wantsColour(), rows && rows - 1))
}

/** @param {Kata | undefined} kata */
function hint(kata) {
  if (!kata) throw new NotDone('all of this track is solved; a kata named has hints: hint 03')
  const hints = hintsOf(kata)
  const seen = hintsSeen(kata, readProgress())
  const shownNow = seen < hints.length ? hints.slice(seen, seen + 1) : hints
  const left = hints.length - Math.min(seen + 1, hints.length)
  const more = `npm run kata hint ${kata.id}`
  print([
    `${kata.id} ${kata.title}`,
    ...shownNow.flatMap((one) => ['', ...hintLines(one)]),
    '',
    ...(left > 0
      ? [`${left} more: ${more}`]
      : ['These are all its hints. The lesson says the rest:', `katas/${kata.folder}/README.md`]),
  ])
  if (seen >= hints.length) return
  tryToKeep((progress) => {
    entryOf(progress, kata).hints = seen + 1
  })
}

/** @param {Kata} kata */
function reset(kata) {
  const copy = resetOwn(kata)
  print([
    `${shownFile(kata)} is the stub again.`,
    ...(copy
      ? [savedSays('Yours', copy), `npm run kata restore ${kata.id}  brings it back.`]
      : [NOTHING_TO_SAVE]),
  ])
}

/** @param {Kata} kata @param {number | undefined} number */
function restore(kata, number) {
  const { restored, saved } = restoreOwn(kata, number)
  print([
    `${shownFile(kata)} is number ${restored.number} again,`,
    `as it was on ${dateOf(restored)}.`,
    saved ? savedSays('What was there', saved) : NOTHING_TO_SAVE,
  ])
}

/** @param {Kata} kata */
function list(kata) {
  const copies = copiesOf(kata)
  print(
    copies.length === 0
      ? [`No file of ${kata.folder} has been saved yet.`]
      : [
          `${shown(dirname(copies[0]?.path ?? ''))}:`,
          ...copies.map(
            (copy) => `${String(copy.number).padStart(4)}  ${dateOf(copy)}  ${basename(copy.path)}`,
          ),
        ],
  )
}

const NOTHING_TO_SAVE = 'You had written nothing there, so nothing had to be saved.'

/** @param {string} what @param {Copy} copy */
const savedSays = (what, { number, path }) =>
  `${what} is saved as number ${number} in ${shown(dirname(path))}`

/** In the learner's own time. @param {Copy} copy */
const dateOf = ({ when }) => when.toLocaleString('sv-SE').slice(0, 16)

outliveReader()
await orSay(async () => done(askedBy(process.argv.slice(2))))
