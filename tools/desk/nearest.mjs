// What is said of a word that is wrong, by the desk and the drill.
import { kataNamed, kataOfPath, nameLike, nearestOf, UsageError } from '../judge/catalogue.mjs'

/**
 * @param {string} says what is wrong
 * @param {string} word
 * @param {readonly string[]} right the words that there are
 * @param {string} command what stands before such a word
 * @param {string} see where they are listed
 */
export function unknown(says, word, right, command, see) {
  const nearest = nearestOf(word, right)
  return new UsageError(
    `${says} ${JSON.stringify(word)}; the nearest is  ${command} ${nearest}\n${see}`,
  )
}

/**
 * The kata that a word behind `command` names, or a path lies in.
 * @param {string} name @param {string} command @param {string} see where the words are listed
 */
export function kataFrom(name, command, see) {
  const kata = kataNamed(name) ?? kataOfPath(name)
  if (kata) return kata
  throw unknown('no kata is named', name, nameLike(name), command, see)
}
