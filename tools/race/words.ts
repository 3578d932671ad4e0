import { existsSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { UsageError } from '../judge/catalogue.mjs'
import { put, whole } from '../words.ts'

/** What the words of `npm run race` ask for. */
export interface Settings {
  /** Processes that send requests at once. */
  readonly pods: number
  /** Requests of all of them together. */
  readonly requests: number
  readonly limit: number
  /** Where the result is kept, if it is. */
  readonly json: string | undefined
}

/** The smallest, the usual and the largest value. */
const NUMBERS = {
  pods: [1, 4, 32],
  requests: [1, 2000, 200_000],
  limit: [1, 100, 100_000],
} as const
type NumberName = keyof typeof NUMBERS
const isNumberName = (name: string): name is NumberName => Object.hasOwn(NUMBERS, name)

/** Reads the words. Throws a `UsageError` that shows the one that is wrong. */
export function settingsOf(words: readonly string[]): Settings {
  const given = new Map<string, string>()
  for (let i = 0; i < words.length; i++) {
    const word = words[i] ?? ''
    const [, name = '', value = ''] = word.match(/^(?:--(?=json=))?(\w+)=(.*)$/s) ?? []
    if (word === '--json') {
      const file = words[++i]
      if (file === undefined) throw new UsageError(`--json wants a file after it\n\n${usage()}`)
      put(given, 'json', file, `--json ${file}`)
    } else if (isNumberName(name) || name === 'json') put(given, name, value, word)
    else throw new UsageError(`race does not know ${JSON.stringify(word)}\n\n${usage()}`)
  }
  const numbers = Object.entries(NUMBERS).map(([name, [least, usual, most]]) => {
    const text = given.get(name)
    return [name, text === undefined ? usual : whole(name, text, least, most)] as const
  })
  const json = given.get('json')
  if (json !== undefined) assertWritable(json)
  const { pods, requests, limit } = Object.fromEntries(numbers) as Record<NumberName, number>
  return { pods, requests, limit, json: json && resolve(json) }
}

function assertWritable(file: string): void {
  const folder = dirname(resolve(file))
  const isFolder = (path: string) => existsSync(path) && statSync(path).isDirectory()
  if (file !== '' && isFolder(folder) && !isFolder(resolve(file))) return
  throw new UsageError(`json must name a file in a folder that exists, got ${JSON.stringify(file)}`)
}

export function usage(): string {
  const numbers = Object.entries(NUMBERS).map(
    ([name, [, usual]]) => `  ${`${name}=${usual}`.padEnd(16)}${SAYS[name as NumberName]}`,
  )
  return [
    'npm run race                 the race, step by step and under load',
    'npm run race pods=8 requests=5000 limit=50 json=race.json',
    'npm run race mine            your schedules of kata 13, step by step',
    '',
    ...numbers,
    `  ${'json=FILE'.padEnd(16)}keeps the result; so does  npm run race -- --json FILE`,
  ].join('\n')
}

const SAYS: Readonly<Record<NumberName, string>> = {
  pods: 'processes that send requests at once',
  requests: 'requests of all of them together',
  limit: 'requests that may be let in',
}
