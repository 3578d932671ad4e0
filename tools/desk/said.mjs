// What a command says where it has not done what was asked.
import { isSettingError } from '../../test/support/settings.mjs'
import { UsageError } from '../judge/catalogue.mjs'
import { COLUMNS, fold } from '../judge/looks.mjs'
import { isOfSystem, NotDone } from './store.mjs'

/**
 * Does it; where that cannot be, says why in the terminal's width, and exits with 1, or 130 after Ctrl-C. What is a
 * mistake of ours is thrown on.
 * @param {() => Promise<void>} done
 */
export async function orSay(done) {
  try {
    await done()
  } catch (error) {
    const isOfDisk = isOfSystem(error)
    const isWord = error instanceof UsageError || isSettingError(error)
    if (!(isWord || error instanceof NotDone || isOfDisk)) throw error
    const { name, message } = /** @type {Error} */ (error)
    const says = isOfDisk ? `not done: ${message}` : message
    console.error(
      says
        .split('\n')
        .flatMap((line) => fold(line, COLUMNS))
        .join('\n'),
    )
    process.exitCode = name === 'Cancelled' ? 130 : 1
  }
}
