import fc from 'fast-check'
import type { Redis } from 'ioredis'
import { Wrong } from '../failure.ts'
import { asyncLaw } from '../law.ts'
import { type Answer, type Inputs, Model, type Rule, stories } from '../laws/index.ts'
import type { TestRedis } from './client.ts'
import { type ScriptCall, type ScriptUnderTest, START_MS, showReply } from './script.ts'

type Reply = Readonly<Record<string, number>>

/** A limiter by its rule, told in µs, and what its script replies where a model answers so. */
export interface InMicros<State> {
  /** In words, for a failure's text. */
  readonly setting: string
  readonly rule: Rule<State>
  /** What one request costs by the rule. */
  readonly one?: number
  /** Of the reply, the numbers that the answer tells. */
  readonly reply: (answer: Answer) => Reply
}

/**
 * What a script may reply on a clock of µs: it may cut TIME to ms or use all of it, the same way from
 * first to last. Each of these readings has a model of its own, which drops out at its first difference.
 */
export class Readings<State> {
  readonly #limiter: InMicros<State>
  readonly #slackUs: number
  #right: readonly { readonly cut: (us: number) => number; readonly model: Model<State> }[]

  /** @param slackUs how far a wait may be off before it is rounded to ms, where floats may round */
  constructor(limiter: InMicros<State>, slackUs = 0) {
    this.#limiter = limiter
    this.#slackUs = slackUs
    this.#right = [(us: number) => us - (us % 1000), (us: number) => us].map((cut) => ({
      cut,
      model: new Model(limiter.rule, limiter.one),
    }))
  }

  /** Holds the reply to one request at `us` against those that are right. Throws a {@link Wrong}. */
  hold(us: number, name: string, got: Reply, cost = this.#limiter.one): void {
    const wanted = this.#right.map(({ cut, model }) => this.#replies(model, cut(us), cost))
    const fits = (right: Reply) => Object.keys(right).every((key) => right[key] === got[key])
    this.#right = this.#right.filter((_, i) => wanted[i]?.some(fits))
    if (this.#right.length > 0) return
    throw new Wrong(
      `${this.#limiter.setting}, ${name}: ${showReply(got)}\n` +
        `  expected ${[...new Set(wanted.flat().map(showReply))].join(' or ')}`,
    )
  }

  #replies(model: Model<State>, us: number, cost: number | undefined): Reply[] {
    const answer = model.tryAcquire(us, cost)
    return [0, -this.#slackUs, this.#slackUs].map((slack) => {
      const { allowed, retryAfterMs } = answer
      const wait = allowed ? 0 : Math.max(1, Math.ceil((retryAfterMs + slack) / 1000))
      return this.#limiter.reply({ ...answer, retryAfterMs: wait })
    })
  }
}

/** Asks a script at times that are whole µs, and holds what it replies by either reading. */
export async function heldInMicros<Name extends string, State>(
  script: ScriptUnderTest<Name>,
  { client, key }: { client: Redis; key: string },
  limiter: InMicros<State>,
  requests: Iterable<{ us: number; argv: readonly (string | number)[]; cost?: number }>,
): Promise<void> {
  const readings = new Readings(limiter)
  for (const { us, argv, cost } of requests) {
    const reply = await script.call(client, key, { at: us / 1000, argv })
    readings.hold(START_MS * 1000 + us, `at ${us / 1000} ms`, reply, cost)
  }
}

/** What a law about the time between the milliseconds is made of. */
export interface MicrosLaw<Options, State, Name extends string> {
  readonly redis: TestRedis
  readonly script: ScriptUnderTest<Name>
  readonly inputs: Inputs<Options>
  readonly limiter: (options: Options) => InMicros<State>
  readonly argv: (options: Options, request: { cost: number; index: number }) => ScriptCall['argv']
  readonly runs?: number
}

/** One law: a script may cut TIME to ms or use all of it, the same way from first to last. */
export function microsLaw<Options, State, Name extends string>(
  title: string,
  { redis, script, inputs, limiter, argv, runs = 50 }: MicrosLaw<Options, State, Name>,
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
        const units = judged.one === undefined ? undefined : judged.one * cost
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
