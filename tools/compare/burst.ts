import { UsageError } from '../judge/catalogue.mjs'

/** Requests that come to each limiter, and what the limiters promise. */
export interface Burst {
  /** When the requests come, in ms, in order. */
  readonly nows: readonly number[]
  readonly limit: number
  readonly windowMs: number
  /** What it is, in words. */
  readonly says: string
}

/** Requests at one instant. */
type Group = readonly [count: number, at: number]

/** `count` requests, `everyMs` apart from `from` on. */
const every = (count: number, everyMs: number, from = 0): Group[] =>
  Array.from({ length: count }, (_, i) => [1, from + i * everyMs])

/** The bursts that have a name; the first is the one that is shown without words. */
export const BURSTS: Readonly<Record<string, { readonly says: string; readonly groups: Group[] }>> =
  {
    boundary: {
      says: '100 just before the minute and 100 just after it',
      groups: [
        [100, 59_900],
        [100, 60_100],
      ],
    },
    twice: {
      says: '200 at once, and 200 more after a quiet minute',
      groups: [
        [200, 0],
        [200, 60_000],
      ],
    },
    steady: { says: 'one each 600 ms, which is just the rate', groups: every(300, 600) },
    greedy: { says: 'one each 200 ms, three times the rate', groups: every(900, 200) },
    late: {
      says: '100 at the end of a minute, then one a second',
      groups: [[100, 59_999], ...every(60, 1000, 60_500)],
    },
    early: {
      says: '100 at 0 s, then two a second in the next minute',
      groups: [[100, 0], ...every(120, 500, 60_000)],
    },
  }

const LIMIT = 100
const WINDOW_MS = 60_000
/** More than these would make the table wait, and say nothing more. */
const MOST = 100_000

/**
 * Reads what the words ask for: the name of a burst, or groups of requests (`100@59.9s`, `3@250ms`), and
 * `limit=10`, `window=1s`. Throws a `UsageError` that shows the word that it does not know.
 */
export function burstOf(words: readonly string[]): Burst {
  let limit = LIMIT
  let windowMs = WINDOW_MS
  const groups: Group[] = []
  const says: string[] = []
  for (const word of words) {
    const named = Object.hasOwn(BURSTS, word) ? BURSTS[word] : undefined
    const group = word.match(/^(\d+)@(\d+(?:\.\d+)?(?:ms|s|m)?)$/)
    const [, name, value = ''] = word.match(/^(limit|window)=(.+)$/) ?? []
    if (named) {
      groups.push(...named.groups)
      says.push(named.says)
    } else if (group) {
      groups.push([Number(group[1]), time(word, group[2] ?? '')])
      says.push(word)
    } else if (name === 'limit') limit = whole(word, Number(value))
    else if (name === 'window') windowMs = whole(word, time(word, value))
    else throw new UsageError(`compare does not know ${JSON.stringify(word)}\n\n${usage()}`)
  }
  if (groups.length === 0) {
    const [first] = Object.values(BURSTS)
    groups.push(...(first?.groups ?? []))
    says.push(first?.says ?? '')
  }
  const count = groups.reduce((sum, [count]) => sum + count, 0)
  if (count < 1 || count > MOST) {
    throw new UsageError(
      `compare takes 1 to ${MOST.toLocaleString('en-US')} requests, got ${count}`,
    )
  }
  const nows = groups
    .toSorted(([, one], [, other]) => one - other)
    .flatMap(([count, at]) => new Array<number>(count).fill(at))
  return { nows, limit, windowMs, says: says.join(', ') }
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000 }

/** `59.9s`, `250ms`, `1m`, in ms; a bare number is ms. */
function time(word: string, text: string): number {
  const [, number, unit = 'ms'] = text.match(/^(\d+(?:\.\d+)?)(ms|s|m)?$/) ?? []
  const ms = Math.round(Number(number) * (UNITS[unit] ?? Number.NaN))
  if (Number.isSafeInteger(ms)) return ms
  throw new UsageError(`a time is a number and ms, s or m, got ${JSON.stringify(word)}`)
}

function whole(word: string, value: number): number {
  if (Number.isSafeInteger(value) && value >= 1) return value
  throw new UsageError(`limit and window are whole and at least 1, got ${JSON.stringify(word)}`)
}

/** What can be asked, for a person who asked for something else. */
export function usage(): string {
  return [
    'npm run compare            the burst that a fixed window lets through twice',
    ...Object.entries(BURSTS).map(
      ([name, { says }]) => `npm run compare ${name.padEnd(10)} ${says}`,
    ),
    'npm run compare 5@0s 5@900ms limit=5 window=1s     your own',
  ].join('\n')
}
