import type { Redis } from 'ioredis'
import { readReply } from '../../../katas/kit/redis-limiter.ts'
import { RedisScript } from '../../../katas/kit/script.ts'
import { TodoError } from '../../../katas/kit/todo.ts'
import { RedisLost, Stopped, Wrong } from '../failure.ts'
import { instrumentLua } from '../lua-ticks.ts'
import { isLost } from './connection.ts'
import { virtualCall, virtualScript } from './virtual-clock.ts'

/**
 * Where virtual time 0 of a test lies in the script's TIME: a Sunday in October 2025, so that times are of
 * the size that scripts meet. A whole hour and a multiple of 2^16 ms: there a frame begins that is an hour,
 * a minute, a second or a power of two long.
 */
export const START_MS = 1_760_256_000_000

/** TIME at `at` ms after the start, in µs. */
export const microsAt = (at: number): bigint => BigInt(Math.round((START_MS + at) * 1000))

type Reply<Name extends string> = Readonly<Record<Name, number>>

/** One call of a script: when, in ms after the start (thousandths are µs), with what ARGV. */
export interface ScriptCall {
  readonly at: number
  readonly argv: readonly (string | number)[]
}

/**
 * A learner's script, run on a real Redis under a virtual clock, its loops counted. What it replies
 * is read by `names`; what goes wrong is told with the learner's file and line.
 */
export class ScriptUnderTest<Name extends string> {
  /** The script as the learner wrote it. */
  readonly source: string
  readonly #file: string
  readonly #names: readonly Name[]
  readonly #virtual: RedisScript

  constructor(source: string, file: string, names: readonly Name[]) {
    this.source = source
    this.#file = file
    this.#names = names
    this.#virtual = new RedisScript(virtualScript(instrumentLua(source).source))
  }

  /** Runs the script at `at`. Throws what the learner should read if it fails or replies nonsense. */
  async call(client: Redis, key: string, { at, argv }: ScriptCall): Promise<Reply<Name>> {
    try {
      return this.read(await virtualCall(client, this.#virtual, microsAt(at), key, argv))
    } catch (error) {
      throw this.explain(error)
    }
  }

  /**
   * Runs the script once with its loops counted. Before the script as it stands is run, so that one
   * without an end stops here, and not in Redis, where it would stop every other test.
   */
  async assertEnds(client: Redis, key: string, argv: ScriptCall['argv']): Promise<void> {
    await this.call(client, key, { at: 0, argv })
  }

  /** The reply as named numbers. Throws a `Wrong` that shows the reply if it has another shape. */
  read(reply: unknown): Reply<Name> {
    try {
      return readReply(reply, this.#names)
    } catch (error) {
      throw error instanceof Error ? new Wrong(error.message) : error
    }
  }

  /** An error of Redis or of the script, in the learner's words. */
  explain(error: unknown): unknown {
    if (!(error instanceof Error)) return error
    const [, line] = error.message.match(/on @user_script:(\d+)/) ?? []
    const message = error.message.replace(/ script: [0-9a-f]{40}.*$/s, '')
    const todo = message.match(/TODO: .*/s)?.[0]
    if (todo) return new TodoError(todo)
    const steps = message.match(/KATA-STEPS (.*) at line (\d+): more than (\d+) steps/)
    if (steps) {
      const [, kind, line, count] = steps
      return new Stopped(
        `did not end within ${Number(count).toLocaleString('en-US')} steps: the ${kind} at ${this.#file}:${line}`,
      )
    }
    const key = message.match(/KATA-KEY (.*)/)?.[1]
    if (key) return new Wrong(key)
    if (isLost(error)) return new RedisLost(`Redis no longer answers: ${message}`)
    if (error.name !== 'ReplyError') return error
    const words = message.replace(/^ERR /, '').replace(/Error (running|compiling) script.*?: /, '')
    const named = words.replace(/@?user_script:/g, `${this.#file}:`)
    const where = line && !named.includes(`${this.#file}:`) ? `${this.#file}:${line} ` : ''
    return new Wrong(`Redis answered: ${where}${named}`)
  }
}

/** `allowed 0, count 2, retryAfterMs 800` */
export const showReply = (reply: ScriptStep['expected']): string =>
  Object.entries(reply)
    .map(([name, value]) => `${name} ${typeof value === 'number' ? value : value.join(' or ')}`)
    .join(', ')

const SHOWN = 3
/** Calls on their way at once, where nothing has to be done between them. */
const BATCH = 100

/** A call of a timeline and the right reply, as far as the contract fixes it. */
export interface ScriptStep extends ScriptCall {
  /** Of each number that is fixed, the right one, or those that are. */
  readonly expected: Readonly<Record<string, number | readonly number[]>>
  /** What the call is named in a failure; its last ARGV unless told otherwise. */
  readonly name?: string
}

/**
 * Replays the calls on one key and holds each reply against the right one. The first wrong one throws a
 * {@link Wrong} that shows the timeline up to it.
 *
 * @param setting the parameters in words: `windowMs 1000, limit 2`
 * @param after called after each right reply, for what else must hold then; throws words
 */
export async function replayScript<Name extends string>(
  script: ScriptUnderTest<Name>,
  { client, key, setting }: { client: Redis; key: string; setting: string },
  steps: readonly ScriptStep[],
  after?: (step: ScriptStep) => Promise<void>,
): Promise<void> {
  const lines: string[] = []
  const fail = (...wrong: string[]): never => {
    const dropped = lines.length - SHOWN
    const before = dropped > 0 ? [`… ${dropped} before`, ...lines.slice(-SHOWN)] : lines
    const text = [setting, ...[...before, ...wrong].map((line) => `  ${line}`)].join('\n')
    throw new Wrong(text, lines.length + 1)
  }
  for await (const [step, outcome] of callsOf(script, client, key, steps, after ? 1 : BATCH)) {
    const name = `at ${step.at} ms, ${step.name ?? step.argv.at(-1)}`
    if (outcome.status === 'rejected') {
      const error: unknown = outcome.reason
      if (error instanceof Wrong) fail(`${name}: ${error.message}`)
      if (error instanceof Stopped) throw new Stopped(`${setting}, ${name}\n  ${error.message}`)
      throw error
    }
    const reply = outcome.value
    const wanted = Object.entries(step.expected)
    const got = `${name}: ${showReply(reply)}`
    const right = wanted.every(([key, value]) => [value].flat().includes(reply[key as Name]))
    if (!right)
      fail(got, `${' '.repeat(Math.max(0, name.length - 9))}expected: ${showReply(step.expected)}`)
    lines.push(got)
    try {
      await after?.(step)
    } catch (error) {
      if (!(error instanceof Wrong)) throw error
      lines.pop()
      fail(got, error.message)
    }
  }
}

/** The steps and what came of their calls, in order, `batch` of them on their way at once. */
async function* callsOf<Name extends string>(
  script: ScriptUnderTest<Name>,
  client: Redis,
  key: string,
  steps: readonly ScriptStep[],
  batch: number,
): AsyncGenerator<[ScriptStep, PromiseSettledResult<Reply<Name>>]> {
  // The first call alone, since it may have to teach Redis the script and none may overtake it then;
  // after it ever more, so that what goes wrong early is not done a hundred times.
  for (let from = 0, to = 1; from < steps.length; from = to, to += Math.min(to, batch)) {
    const part = steps.slice(from, to)
    const outcomes = await Promise.allSettled(part.map((step) => script.call(client, key, step)))
    for (const [i, step] of part.entries()) {
      yield [step, outcomes[i] as PromiseSettledResult<Reply<Name>>]
    }
  }
}
