import { setImmediate as turn } from 'node:timers/promises'
import { attemptAsync, type Outcome, showThrown } from '../call.ts'
import { Wrong } from '../failure.ts'

/** What the fake server answers: a status, and its `Retry-After` or other fields; or how the network fails. */
export type Reply =
  | number
  | readonly [status: number, retryAfter: string]
  | readonly [status: number, fields: Readonly<Record<string, string>>]
  | Error

/** Where the fake clock starts; a whole second, as HTTP dates are. */
export const START_MS = Date.parse('2026-07-15T12:00:00Z')

/** `later(30_000)`: the instant so many ms after the start, as an HTTP date. */
export const later = (ms: number): string => new Date(START_MS + ms).toUTCString()

export interface RetrySettings {
  readonly tries: number
  readonly baseMs: number
  readonly capMs: number
  readonly maxWaitMs: number
  /** What `random()` answers each time. */
  readonly random: number
}

type FetchWithRetry = (
  url: string,
  options: Omit<RetrySettings, 'random'> & {
    fetch: typeof fetch
    sleep: (ms: number) => Promise<void>
    random: () => number
    now: () => number
    signal?: AbortSignal
  },
) => Promise<Response>

/** The signal that a call of `fetch` was given, in either of the two ways. */
export const signalOf = (
  input: Parameters<typeof fetch>[0],
  init: RequestInit | undefined,
): AbortSignal | undefined => init?.signal ?? (input instanceof Request ? input.signal : undefined)

/** No test has more tries: who asks on for ever is stopped here. */
const MOST_ASKED = 100

const fieldsText = (told: string | Readonly<Record<string, string>>): string =>
  typeof told === 'string'
    ? told
    : Object.entries(told)
        .map(([name, value]) => `${name}: ${value}`)
        .join(', ')

/** A server, a clock and a timer that exist on paper only, and a journal of what was done with them. */
export class RetryWorld {
  /** Without waits of 0, since not to wait at all is the same. */
  readonly journal: string[] = []
  /** With them, for a failure's text. */
  readonly shown: string[] = []
  readonly #replies: readonly Reply[]
  #asked = 0
  #now = START_MS
  /** What has been waited since the last request. */
  #waitingMs = 0
  readonly #requestMs: number

  /**
   * @param replies the server's answers in turn; asked once more it gives the last one again
   * @param requestMs how long each takes
   */
  constructor(replies: readonly Reply[], requestMs = 0) {
    this.#replies = replies
    this.#requestMs = requestMs
  }

  #note(what: string): void {
    this.#waitingMs = 0
    this.journal.push(what)
    this.shown.push(what)
  }

  /** Waits without a request between them are one. */
  #noteWait(ms: number): void {
    if (this.#waitingMs > 0) for (const list of [this.journal, this.shown]) list.pop()
    const all = this.#waitingMs + ms
    this.#note(`${all} ms`)
    this.#waitingMs = all
  }

  readonly now = (): number => this.#now

  readonly sleep = async (ms: number): Promise<void> => {
    if (ms > 0) this.#noteWait(ms)
    else if (this.#waitingMs === 0) this.shown.push(`${ms} ms`)
    this.#now += ms
    // A function that never ends gives the runner's clock a turn.
    await turn()
  }

  /** Rejects as the real one does where its signal is aborted. */
  readonly fetch: typeof globalThis.fetch = async (input, init) => {
    signalOf(input, init)?.throwIfAborted()
    const reply = this.#replies[Math.min(this.#asked++, this.#replies.length - 1)]
    if (reply === undefined) throw new RangeError('replies must not be empty')
    if (this.#asked > MOST_ASKED) throw new Wrong(`asked ${MOST_ASKED} times, and again`)
    this.#now += this.#requestMs
    if (reply instanceof Error) {
      this.#note(reply.message)
      throw reply
    }
    const [status, told] = typeof reply === 'number' ? [reply] : reply
    this.#note(told === undefined ? `${status}` : `${status} (${fieldsText(told)})`)
    const headers = typeof told === 'string' ? { 'retry-after': told } : { ...told }
    return new Response(`body ${this.#asked}`, { status, headers })
  }
}

/**
 * Calls it in a fake world and holds what it did, request by request and wait by wait, against the right
 * journal, or one of some: `'429, 50 ms, 200'`. Waits of 0 are left out, since not to wait at all is the same.
 * Returns what came of the call.
 */
export async function retries(
  fetchWithRetry: FetchWithRetry,
  { random, ...settings }: RetrySettings,
  replies: readonly Reply[],
  expected: string | readonly string[],
  requestMs = 0,
): Promise<Outcome> {
  const world = new RetryWorld(replies, requestMs)
  const { fetch, sleep, now } = world
  const call = () =>
    fetchWithRetry('http://127.0.0.1/', {
      ...settings,
      fetch,
      sleep,
      now,
      random: () => random,
    })
  const outcome = await attemptAsync(call)
  const journal = world.journal.join(', ')
  const right = [expected].flat()
  if (right.includes(journal)) return outcome
  const made = Object.entries(settings)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ')
  const time = requestMs > 0 ? `; each request takes ${requestMs} ms` : ''
  const lines = [
    `${made}; random() is ${random}${time}`,
    `did       ${cut(world.shown.join(', '))}`,
  ]
  if ('threw' in outcome) lines.push(`threw     ${showThrown(outcome.threw)}`)
  throw new Wrong([...lines, `expected  ${right.map(cut).join('; or ')}`].join('\n  '))
}

const cut = (journal: string) => (journal.length > 200 ? `${journal.slice(0, 200)}…` : journal)

/** What came of a promise within some turns of the event loop; undefined if it is still pending. */
export async function settled<T>(promise: Promise<T>): Promise<Outcome | undefined> {
  let outcome: Outcome | undefined
  const waiting = attemptAsync(() => promise).then((one) => {
    outcome = one
  })
  for (let turns = 0; turns < 10 && !outcome; turns++) await Promise.race([waiting, turn()])
  return outcome
}
