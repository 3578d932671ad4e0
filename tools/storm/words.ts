import { UsageError } from '../judge/catalogue.mjs'
import { MODES, type Mode } from './modes.ts'

/** What is simulated: the ways to wait, and the numbers of a storm. */
export interface Storm {
  readonly modes: readonly Mode[]
  readonly clients: number
  readonly limit: number
  readonly seed: number
}

const CLIENTS = 1000
const LIMIT = 100
/** More would make the simulation wait, and show no more. */
const MOST = 5000
/** The longest queue that is simulated, in seconds: clients / limit. */
const LONGEST = 50

/**
 * Reads what the words ask for: names of ways to wait, and `clients=500`, `limit=50`, `seed=7`. Throws a
 * `UsageError` that shows the word that it does not know.
 */
export function stormOf(words: readonly string[]): Storm {
  const numbers = { clients: CLIENTS, limit: LIMIT, seed: 1 }
  const modes: Mode[] = []
  for (const word of words) {
    const mode = MODES.find(({ name }) => name === word)
    const [, name, value] = word.match(/^(clients|limit|seed)=(.*)$/) ?? []
    if (mode) modes.push(mode)
    else if (name) numbers[name as keyof typeof numbers] = whole(word, Number(value || Number.NaN))
    else throw new UsageError(`storm does not know ${JSON.stringify(word)}\n\n${usage()}`)
  }
  const { clients, limit } = numbers
  if (clients > limit * LONGEST) {
    throw new UsageError(
      `storm takes at most ${LONGEST} clients to a place, got clients=${clients} limit=${limit}`,
    )
  }
  return { modes: modes.length > 0 ? modes : MODES, ...numbers }
}

function whole(word: string, value: number): number {
  if (Number.isInteger(value) && value >= 1 && value <= MOST) return value
  throw new UsageError(
    `clients, limit and seed are whole, from 1 to ${MOST}, got ${JSON.stringify(word)}`,
  )
}

/** What can be asked, for a person who asked for something else. */
export function usage(): string {
  return [
    `npm run storm                  all of these, of ${CLIENTS} clients where ${LIMIT} a second are served`,
    ...MODES.map(({ name, says }) => `npm run storm ${name.padEnd(16)} ${says}`),
    'npm run storm backoff jitter clients=500 limit=50 seed=7     your own',
  ].join('\n')
}
