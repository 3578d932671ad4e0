import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { modules, tracks } from '../desk/tracks.mjs'
import { type Kata, katas, UsageError } from '../judge/catalogue.mjs'
import { katasNamed } from '../katas-named.ts'
import { isDay } from '../words.ts'

/** What the words of `npm run assign` ask for. */
export interface Asked {
  /** The katas, in their order. */
  readonly katas: readonly Kata[]
  /** The folder, an absolute path. */
  readonly out: string
  /** A day, `2026-03-31`. */
  readonly due: string | undefined
}

export const usage = () => `Usage: npm run assign -- KATAS --out DIR [--due DATE]

  KATAS       modules, tracks, katas, in any order, with blanks or commas:
${[...Object.entries(modules), ...tracks.map(({ name, says }) => [name, says])]
  .map(([name = '', says]) => `    ${name.padEnd(10)}${says}`)
  .join('\n')}
    03, time-deque, 11,15 …
  --out DIR   the folder that is made; it must not exist, or be empty
  --due DATE  a day, as in 2026-03-31; the class reads it in README.md

The folder is ready for git: lessons, stubs, tests, and no solutions.
Exit code: 0 made, 1 not made, 2 the command was not understood.`

const SEE = 'npm run assign help  lists the words'

/** Reads the words; undefined: help is asked for. Throws a `UsageError` that shows the one that is wrong. */
export function askedBy(args: readonly string[]): Asked | undefined {
  if (['help', '--help', '-h'].includes(args[0] ?? 'help')) return undefined
  const { words, out, due } = parsed(args)
  const chosen = new Set(words.flatMap(named))
  if (chosen.size === 0)
    throw new UsageError('KATAS is missing: which ones shall be in the folder?')
  if (!out) throw new UsageError('--out DIR is missing: where shall the folder be made?')
  return {
    katas: katas.filter((kata) => chosen.has(kata)),
    // npm starts us in the checkout, wherever the person stands.
    out: resolve(process.env.INIT_CWD ?? process.cwd(), out),
    due: due === undefined ? undefined : day(due),
  }
}

function parsed(args: readonly string[]) {
  try {
    const options = { out: { type: 'string' }, due: { type: 'string' } } as const
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
    const words = positionals.flatMap((one) => one.split(',')).filter(Boolean)
    return { words, out: values.out, due: values.due }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    // Node goes on about words that begin with a dash.
    throw new UsageError(`${error.message.split('. ')[0]}\n${SEE}`)
  }
}

/** Ends what is said of a wrong word with where the right ones are. */
function named(word: string): readonly Kata[] {
  try {
    return katasNamed('KATAS', word)
  } catch (error) {
    if (error instanceof UsageError) error.message += `\n${SEE}`
    throw error
  }
}

/** A day of the calendar, as it was given. */
function day(text: string): string {
  if (isDay(text)) return text
  throw new UsageError(`--due must be a day as in 2026-03-31, got ${JSON.stringify(text)}`)
}
