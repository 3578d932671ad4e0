import fc from 'fast-check'
import type { Redis } from 'ioredis'
import { Wrong } from '../failure.ts'
import { asyncLaw } from '../law.ts'
import { type Answer, type Definition, type Inputs, stories } from '../laws/index.ts'
import { answersOf } from '../oracles/index.ts'
import type { TestRedis } from './client.ts'
import { type ScriptCall, type ScriptUnderTest, START_MS, showReply } from './script.ts'

type Reply = Readonly<Record<string, number>>

/** What a limiter's script replies where a right limiter answers so. */
interface Replies {
  /** In words, for a failure's text. */
  readonly setting: string
  /** Of the reply, the numbers that the answer tells. */
  readonly reply: (answer: Answer) => Reply
}

/** The same, and which limiter it is, told in µs. */
export interface InMicros extends Replies {
  readonly is: Definition
}

/** A request at a whole µs, and what it costs by the definition. */
interface MicrosRequest {
  readonly us: number
  readonly cost?: number
}

/** The right answers of one reading, request by request. */
type Answering = (us: number, cost?: number) => Answer

/**
 * What a script may reply on a clock of µs: it may cut TIME to ms or use all of it, the same way from
 * first to last. Each of these readings has right answers of its own, and drops out at its first difference.
 */
export class Readings {
  readonly #replies: Replies
  readonly #slackUs: number
  #right: readonly { readonly cut: (us: number) => number; readonly answer: Answering }[]

  /**
   * @param begin begins a reading; called for each
   * @param slackUs how far a wait may be off before it is rounded to ms, where floats may round
   */
  constructor(replies: Replies, begin: (cut: (us: number) => number) => Answering, slackUs = 0) {
    this.#replies = replies
    this.#slackUs = slackUs
    this.#right = [(us: number) => us - (us % 1000), (us: number) => us].map((cut) => ({
      cut,
      answer: begin(cut),
    }))
  }

  /** Those of a limiter that is asked for these requests and no others. */
  static of({ is, ...replies }: InMicros, requests: readonly MicrosRequest[]): Readings {
    return new Readings(replies, (cut) => {
      const calls = requests.map(({ us, ...cost }) => ({ now: cut(us), ...cost }))
      const answers = answersOf(is, calls).values()
      return () => answers.next().value as Answer
    })
  }

  /** Holds the reply to one request at `us` against those that are right. Throws a {@link Wrong}. */
  hold(us: number, name: string, got: Reply, cost?: number): void {
    const wanted = this.#right.map(({ cut, answer }) => this.#allRight(answer(cut(us), cost)))
    const fits = (right: Reply) => Object.keys(right).every((key) => right[key] === got[key])
    this.#right = this.#right.filter((_, i) => wanted[i]?.some(fits))
    if (this.#right.length > 0) return
    throw new Wrong(
      `${this.#replies.setting}, ${name}: ${showReply(got)}\n` +
        `  expected ${[...new Set(wanted.flat().map(showReply))].join(' or ')}`,
    )
  }

  #allRight(answer: Answer): Reply[] {
    return [0, -this.#slackUs, this.#slackUs].map((slack) => {
      const { allowed, retryAfterMs } = answer
      const wait = allowed ? 0 : Math.max(1, Math.ceil((retryAfterMs + slack) / 1000))
      return this.#replies.reply({ ...answer, retryAfterMs: wait })
    })
  }
}

/**
 * The answers of a limiter that is full after `places` requests, to requests on the real clock that come one after
 * the other: from the first of them on it is known when it has room again.
 *
 * @param hasRoom in µs, by the time of the first request
 */
export const fullAfter =
  (places: number, hasRoom: (firstUs: number) => number) => (): Answering => {
    let [left, first] = [places, Number.NaN]
    return (us) => {
      if (left === places) first = us
      if (left > 0) return { allowed: true, remaining: --left, retryAfterMs: 0 }
      return { allowed: false, remaining: 0, retryAfterMs: hasRoom(first) - us }
    }
  }

/** Asks a script at times that are whole µs, and holds what it replies by either reading. */
export async function heldInMicros<Name extends string>(
  script: ScriptUnderTest<Name>,
  { client, key }: { client: Redis; key: string },
  limiter: InMicros,
  requests: readonly (MicrosRequest & { argv: readonly (string | number)[] })[],
): Promise<void> {
  const onServer = requests.map(({ argv: _, us, ...cost }) => ({
    us: START_MS * 1000 + us,
    ...cost,
  }))
  const readings = Readings.of(limiter, onServer)
  for (const { us, argv, cost } of requests) {
    const reply = await script.call(client, key, { at: us / 1000, argv })
    readings.hold(START_MS * 1000 + us, `at ${us / 1000} ms`, reply, cost)
  }
}

/** What a law about the time between the milliseconds is made of. */
export interface MicrosLaw<Options, Name extends string> {
  readonly redis: TestRedis
  readonly script: ScriptUnderTest<Name>
  readonly inputs: Inputs<Options>
  readonly limiter: (options: Options) => InMicros
  readonly argv: (options: Options, request: { cost: number; index: number }) => ScriptCall['argv']
  readonly runs?: number
}

/** One law: a script may cut TIME to ms or use all of it, the same way from first to last. */
export function microsLaw<Options, Name extends string>(
  title: string,
  { redis, script, inputs, limiter, argv, runs = 50 }: MicrosLaw<Options, Name>,
): void {
  const length = inputs.length ?? 0
  // Within a ms; equal ones, and such as lie a µs apart, so that the boundary is met to the µs, too.
  const micros = fc.constantFrom(0, 0, 1, 376, 377, 378, 999)
  const input = fc.tuple(
    stories(inputs, false),
    fc.array(micros, { minLength: length, maxLength: length }),
  )
  asyncLaw(
    title,
    input,
    async ([{ options, start, asked }, micros]) => {
      const judged = limiter(options)
      let [ms, us] = [start, 0]
      const requests = asked.map(({ after, cost }, index) => {
        ms += after
        us = Math.max(us, 1000 * ms + (micros[index] ?? 0))
        const units = judged.is.one === undefined ? undefined : judged.is.one * cost
        return {
          us,
          argv: argv(options, { cost, index }),
          ...(units !== undefined && { cost: units }),
        }
      })
      const place = { client: redis.client, key: redis.key() }
      await heldInMicros(script, place, judged, requests)
    },
    { runs },
  )
}
