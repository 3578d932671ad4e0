import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Kata, root } from '../judge/catalogue.mjs'

/** A wrong answer: an implementation that makes one mistake, and what its header says of it. */
export interface WrongAnswer {
  readonly kata: Kata
  readonly path: string
  /** The file's name without its ending. */
  readonly name: string
  /** The mistake as the one who makes it would put it. */
  readonly misconception: string
  /** Why it is wrong, with the input that shows it. */
  readonly why: string
  /** The title of the test that catches it, with its level. */
  readonly caughtBy: string
}

/**
 * The wrong answers of a kata, by name. Throws an error that names the file if one has no header:
 * `misconception:`, `why:` and `caught by:`, a comment line each, first in the file and in this order.
 */
export function wrongAnswersOf(kata: Kata): WrongAnswer[] {
  const folder = join(root, 'test/wrong', kata.folder)
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .sort()
    .map((file) => {
      const path = join(folder, file)
      const lines = readFileSync(path, 'utf8').split('\n')
      const [misconception, why, caughtBy] = ['misconception', 'why', 'caught by'].map(
        (name, i) => {
          const value = lines[i]?.match(new RegExp(`^(?://|--) ${name}: (.+)$`))?.[1]
          if (!value)
            throw new Error(`${path}:${i + 1} must be a comment «${name}: …», got ${lines[i]}`)
          return value
        },
      ) as [string, string, string]
      return { kata, path, name: file.replace(/\.\w+$/, ''), misconception, why, caughtBy }
    })
}
