import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { closest } from 'fastest-levenshtein'
import { modules, tracks } from '../desk/tracks.mjs'
import { type Kata, kataNamed, katas, UsageError } from '../judge/catalogue.mjs'

/** What the words of `npm run assign` ask for. */
export interface Asked {
  /** The katas, in their order. */
  readonly katas: readonly Kata[]
  /** As they were named: `B`, `03 15`. */
  readonly named: string
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
  const chosen = new Set(words.flatMap(katasNamed))
  if (chosen.size === 0)
    throw new UsageError('KATAS is missing: which ones shall be in the folder?')
  if (!out) throw new UsageError('--out DIR is missing: where shall the folder be made?')
  return {
    katas: katas.filter((kata) => chosen.has(kata)),
    named: words.join(' '),
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

function katasNamed(word: string): readonly Kata[] {
  const letter = word.toUpperCase()
  if (Object.hasOwn(modules, letter)) return katas.filter(({ module }) => module === letter)
  const track = tracks.find(({ name }) => name === word.toLowerCase())
  if (track) return katas.filter(({ id }) => track.katas?.includes(id) ?? true)
  const kata = kataNamed(word.replace(/^katas\/|\/$/g, ''))
  if (kata) return [kata]
  const names = [...tracks.map(({ name }) => name), ...katas.map(({ slug }) => slug)]
  const right = /^\d+$/.test(word) ? katas.map(({ id }) => id) : names
  const nearest = word.length === 1 ? Object.keys(modules).join(', ') : closest(word, right)
  throw new UsageError(`KATAS has no ${JSON.stringify(word)}; the nearest is  ${nearest}\n${SEE}`)
}

/** A day of the calendar, as it was given. */
function day(text: string): string {
  const [, year, month, date] = text.match(/^(\d{4})-(\d\d)-(\d\d)$/) ?? []
  const time = new Date(Date.UTC(Number(year), Number(month) - 1, Number(date)))
  if (year && time.toISOString().startsWith(text)) return text
  throw new UsageError(`--due must be a day as in 2026-03-31, got ${JSON.stringify(text)}`)
}
