import source from '#kata/15-redis-sliding-log/sliding-log.lua'
import {
  asyncLaw,
  atMostInWindow,
  fc,
  type Inputs,
  type JudgedScript,
  Model,
  type Story,
  scriptLaws,
  slidingLogRule,
  stories,
} from '#support'
import {
  heldInMicros,
  replayScript,
  type ScriptStep,
  ScriptUnderTest,
  useRedis,
} from '#support/redis'

const redis = useRedis()
const script = new ScriptUnderTest(source, 'sliding-log.lua', ['allowed', 'count', 'retryAfterMs'])

interface Options {
  readonly limit: number
  readonly windowMs: number
}

const settingOf = ({ limit, windowMs }: Options) => `limit ${limit}, windowMs ${windowMs}`

const judged: JudgedScript<Options> = {
  made: (options) => `${settingOf(options)}; remaining = limit - count`,
  model: (options) => new Model(slidingLogRule(options)),
  bound: atMostInWindow,
  begin: ({ limit, windowMs }) => {
    const keys: string[] = []
    return async ({ of, now }, index) => {
      keys[of] ??= redis.key()
      const argv = [windowMs, limit, `req-${index}`]
      const reply = await script.call(redis.client, keys[of], { at: now, argv })
      return {
        allowed: reply.allowed === 1,
        remaining: limit - reply.count,
        retryAfterMs: reply.retryAfterMs,
      }
    }
  },
}

const inputs: Inputs<Options> = {
  options: fc.record({
    limit: fc.integer({ min: 1, max: 5 }),
    windowMs: fc.integer({ min: 1, max: 2000 }),
  }),
  periods: ({ windowMs }) => [windowMs],
  starts: [0],
  length: 25,
}

scriptLaws(judged, inputs)

/** Some fifty requests a window, so that the log is full half of the time; no smallest one is sought. */
const longStory = fc.noShrink(
  fc.array(
    fc.oneof(
      { weight: 50, arbitrary: fc.integer({ min: 0, max: 40 }) },
      { weight: 2, arbitrary: fc.constantFrom(999, 1000, 1001) },
      { weight: 1, arbitrary: fc.integer({ min: 0, max: 3000 }) },
    ),
    { minLength: 5000, maxLength: 5000 },
  ),
)

asyncLaw(
  'it still agrees after 5,000 requests to one key',
  longStory,
  async (gaps) => {
    const options = { limit: 50, windowMs: 1000 }
    const oracle = judged.model(options, 0)
    let at = 0
    const steps = gaps.map((gap, i): ScriptStep => {
      at += gap
      const { allowed, remaining, retryAfterMs } = oracle.tryAcquire(at)
      const expected = { allowed: Number(allowed), count: 50 - remaining, retryAfterMs }
      return { at, argv: [1000, 50, `req-${i}`], expected }
    })
    const place = { client: redis.client, key: redis.key(), setting: settingOf(options) }
    await replayScript(script, place, steps)
  },
  { runs: 1 },
)

/** Between whole ms: the µs of a gap, so that the boundary is met to the µs, too. */
const micros = fc.array(fc.constantFrom(0, 0, 0, 1, -1, 377, 999), { minLength: 25, maxLength: 25 })

/** A script may cut TIME to ms or use all of it, the same way from first to last. */
asyncLaw(
  'between the milliseconds either reading of TIME is right, if it stays the same',
  fc.tuple(stories(inputs, false), micros),
  async ([{ options, asked }, micros]: [Story<Options>, number[]]) => {
    const { limit, windowMs } = options
    let us = 456
    const requests = asked.map(({ after }, i) => {
      us = Math.max(us, us + 1000 * after + (micros[i] ?? 0))
      return { us, argv: [windowMs, limit, `req-${i}`] }
    })
    await heldInMicros(
      script,
      { client: redis.client, key: redis.key() },
      {
        setting: settingOf(options),
        rule: slidingLogRule({ limit, windowMs: 1000 * windowMs }),
        reply: ({ allowed, remaining, retryAfterMs }) => {
          return { allowed: Number(allowed), count: limit - remaining, retryAfterMs }
        },
      },
      requests,
    )
  },
  { runs: 100 },
)
