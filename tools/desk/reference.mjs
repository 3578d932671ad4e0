// The reference of a kata, for who has solved it or asks for it all the same.
import { existsSync, readFileSync } from 'node:fs'
import { alternativesOf, solutionOf, stubOf } from '../judge/catalogue.mjs'
import { wantsColour } from '../judge/looks.mjs'
import { ask } from './ask.mjs'
import { shown, shownFile } from './copies.mjs'
import { difference } from './difference.mjs'
import { isSolvedNow, readProgress, stateOf } from './progress.mjs'
import { NotDone, readIfThere } from './store.mjs'

/** @typedef {import('../judge/catalogue.mjs').Kata} Kata */

/** Ctrl-C at a question. */
export class Cancelled extends NotDone {
  /** @override */
  name = 'Cancelled'
}

/**
 * Prints the reference. Throws a {@link NotDone} where the kata is not solved and the learner does not say yes.
 * @param {Kata} kata @param {boolean} yes whether it has been said already
 */
export async function showSolution(kata, yes) {
  const path = referenceOf(kata)
  await permitted(kata, 'solution', yes)
  const others = alternativesOf(kata).map((one) => `\nAnother way: ${shown(one)}`)
  console.log(`${shown(path)}\n\n${readFileSync(path, 'utf8').trimEnd()}${others.join('')}`)
}

/**
 * Prints what the learner's file has otherwise than the reference, in the same way.
 * @param {Kata} kata @param {boolean} yes
 */
export async function showDiff(kata, yes) {
  const path = referenceOf(kata)
  const own = readIfThere(stubOf(kata))
  if (!own) throw new NotDone(`there is no ${shownFile(kata)}: npm run kata reset ${kata.id}`)
  await permitted(kata, 'diff', yes)
  const lines = await difference(
    { name: shownFile(kata), text: own },
    { name: shown(path), text: readFileSync(path) },
    wantsColour(),
  )
  console.log(lines?.join('\n') ?? `${shownFile(kata)} is the reference, to the letter`)
}

/** @param {Kata} kata */
function referenceOf(kata) {
  const path = solutionOf(kata)
  if (existsSync(path)) return path
  throw new NotDone(`this checkout has no solutions: there is no ${shown(path)}`)
}

/** @param {Kata} kata @param {string} word @param {boolean} yes */
async function permitted(kata, word, yes) {
  const progress = readProgress()
  if (yes || isSolvedNow(kata, progress)) return
  const why = {
    before: 'was solved once, and your file has changed since',
    begun: 'is not solved by your file as it is now',
  }
  const state = stateOf(kata, progress)
  const said = `${kata.id} ${kata.title} ${state === 'before' ? why.before : why.begun}`
  const answer = await ask(`${said}. Show the reference all the same?`)
  if (answer === 'yes') return
  if (answer === 'cancelled') throw new Cancelled('nothing is shown')
  if (answer === 'no') throw new NotDone('nothing is shown')
  throw new NotDone(
    `${said}.\nSolved it? npm test katas/${kata.id}\n` +
      `To see it all the same: npm run kata ${word} ${kata.id} yes`,
  )
}
