// Questions to the learner. @clack/prompts is loaded when there is one: the board does not wait for it.

/** @typedef {'yes' | 'no' | 'cancelled' | 'nobody'} Answer `nobody`: there is no terminal to ask on */

/**
 * Only a clear yes is one: Enter alone is a no, and Ctrl-C cancels.
 * @param {string} question
 * @param {{ input?: NodeJS.ReadStream, output?: NodeJS.WriteStream }} [streams] this process's own if left out
 * @returns {Promise<Answer>}
 */
export async function ask(question, { input = process.stdin, output = process.stdout } = {}) {
  if (!input.isTTY || !output.isTTY) return 'nobody'
  const { confirm, isCancel } = await import('@clack/prompts')
  const answer = await confirm({ message: question, initialValue: false, input, output })
  if (isCancel(answer)) return 'cancelled'
  return answer ? 'yes' : 'no'
}
