import { parseSync } from 'vite'
import { Refused } from './refused.ts'

/** A parser is native code, whose stack ends with its process: on some 16,000 brackets in one another. */
const MOST_WORDS = 8_000

/** Throws {@link Refused} for a file so long that it could end the process that parses it. */
export function assertReadable(source: string, name: string): void {
  const words = source.match(/\w+|[^\s\w]/g)?.length ?? 0
  if (words <= MOST_WORDS) return
  throw new Refused(`${name} has ${words} words and signs: at most ${MOST_WORDS} are read`)
}

/**
 * What is in a learner's TypeScript.
 *
 * @param name the file's, for messages; its ending says the language
 * @throws {Refused} see {@link assertReadable}
 * @throws {SyntaxError} with the line
 */
export function parseTypeScript(source: string, name: string) {
  assertReadable(source, name)
  const { program, comments, errors } = parseSync(name, source)
  const [wrong] = errors
  if (wrong) {
    const line = source.slice(0, wrong.labels[0]?.start).split('\n').length
    throw new SyntaxError(`${name}:${line} ${wrong.message}`)
  }
  return { program, comments }
}
