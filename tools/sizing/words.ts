import { UsageError } from '../judge/catalogue.mjs'
import { put, whole } from '../words.ts'

/** What the words of `npm run sizing` ask for. */
export interface Settings {
  /** How many clients there will be. */
  readonly users: number
  /** Characters of a request's id, a member of the log. */
  readonly id: number
}

/** The smallest, the usual and the largest value. Ids are told apart by their last 4 characters. */
const NUMBERS = { users: [1, 1_000_000, 1_000_000_000_000], id: [4, 16, 1000] } as const
type NumberName = keyof typeof NUMBERS
const isNumberName = (name: string): name is NumberName => Object.hasOwn(NUMBERS, name)

/** Reads the words. Throws a `UsageError` that shows the one that is wrong. */
export function settingsOf(words: readonly string[]): Settings {
  const given = new Map<string, string>()
  for (const word of words) {
    const [, name = '', value = ''] = word.match(/^(\w+)=(.*)$/s) ?? []
    if (!isNumberName(name)) {
      throw new UsageError(`sizing does not know ${JSON.stringify(word)}\n\n${usage()}`)
    }
    put(given, name, value, word)
  }
  const numberOf = (name: NumberName): number => {
    const [least, usual, most] = NUMBERS[name]
    const text = given.get(name)
    return text === undefined ? usual : whole(name, text, least, most)
  }
  return { users: numberOf('users'), id: numberOf('id') }
}

export function usage(): string {
  return [
    'npm run sizing               what a limiter keeps for a client, and for a million',
    'npm run sizing users=50000 id=36',
    '',
    `  ${`users=${NUMBERS.users[1]}`.padEnd(16)}how many clients there will be`,
    `  ${`id=${NUMBERS.id[1]}`.padEnd(16)}characters of a request’s id, which the log keeps (a UUID has 36)`,
  ].join('\n')
}
