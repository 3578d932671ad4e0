import { test } from 'vitest'
import source from '#kata/14-redis-fixed-window/fixed-window.lua'
import {
  type Answer,
  asyncLaw,
  atMostInFrame,
  fc,
  fixedWindowRule,
  type Inputs,
  type JudgedScript,
  Model,
  type Story,
  scriptLaws,
  stories,
} from '#support'
import {
  boundOnScriptClock,
  frameBegins,
  heldInMicros,
  onScriptClock,
  replayScript,
  type ScriptStep,
  ScriptUnderTest,
  useRedis,
} from '#support/redis'

const redis = useRedis()
const script = new ScriptUnderTest(source, 'fixed-window.lua', ['allowed', 'count', 'retryAfterMs'])

interface Options {
  readonly limit: number
  readonly windowMs: number
}

const settingOf = ({ limit, windowMs }: Options) =>
  `limit ${limit}, windowMs ${windowMs}, a frame begins at ${frameBegins(windowMs)}`

const replyOf = (limit: number, { allowed, remaining, retryAfterMs }: Answer) => ({
  allowed: Number(allowed),
  count: limit - remaining,
  retryAfterMs,
})

const judged: JudgedScript<Options> = {
  made: (options) => `${settingOf(options)}; remaining = limit - count`,
  model: (options) => onScriptClock(new Model(fixedWindowRule(options))),
  bound: boundOnScriptClock(atMostInFrame),
  begin: ({ limit, windowMs }) => {
    const keys: string[] = []
    return async ({ of, now }) => {
      keys[of] ??= redis.key()
      const reply = await script.call(redis.client, keys[of], { at: now, argv: [windowMs, limit] })
      return {
        allowed: reply.allowed === 1,
        remaining: limit - reply.count,
        retryAfterMs: reply.retryAfterMs,
      }
    }
  },
}

const limit = fc.integer({ min: 1, max: 5 })
const periods = ({ windowMs }: Options) => [windowMs]

/** Even windows and odd times: a frame's first ms, for which there is a star, is never asked about. */
const core: Inputs<Options> = {
  options: fc.record({ limit, windowMs: fc.integer({ min: 1, max: 1000 }).map((n) => 2 * n) }),
  periods,
  unit: 2,
  starts: [1],
  length: 20,
}

// The wait ends in a frame's first ms.
scriptLaws(judged, core, 'core', { only: ['bound', 'denied', 'remaining', 'oracle'] })

/** Some fifty requests a window, so that the frame is full half of the time; no smallest one is sought. */
const longStory = fc.noShrink(
  fc.array(
    fc.oneof(
      { weight: 50, arbitrary: fc.integer({ min: 0, max: 20 }) },
      { weight: 2, arbitrary: fc.constantFrom(499, 500, 501) },
      { weight: 1, arbitrary: fc.integer({ min: 0, max: 1500 }) },
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
    let at = 1
    const steps = gaps.map((gap, i): ScriptStep => {
      at += 2 * gap
      const expected = replyOf(50, oracle.tryAcquire(at))
      return { at, argv: [1000, 50], expected, name: `request ${i + 1}` }
    })
    const place = { client: redis.client, key: redis.key(), setting: settingOf(options) }
    await replayScript(script, place, steps)
  },
  { runs: 1 },
)

const micros = fc.array(fc.constantFrom(0, 1, 377, 999), { minLength: 20, maxLength: 20 })

test('the last microseconds of a frame are still in it', async () => {
  for (const last of [999_900, 999_960, 999_999]) {
    await heldInMicros(
      script,
      { client: redis.client, key: redis.key() },
      {
        setting: settingOf({ limit: 1, windowMs: 1000 }),
        rule: fixedWindowRule({ limit: 1, windowMs: 1_000_000 }),
        reply: (answer) => replyOf(1, answer),
      },
      [last, last].map((us) => ({ us, argv: [1000, 1] })),
    )
  }
})

asyncLaw(
  'between the milliseconds either reading of TIME is right: the wait is whole ms, rounded up',
  fc.tuple(stories(core, false), micros),
  async ([{ options, start, asked }, micros]: [Story<Options>, number[]]) => {
    const { limit, windowMs } = options
    let ms = start
    let us = 0
    const requests = asked.map(({ after }, i) => {
      ms += after
      us = Math.max(us, 1000 * ms + (micros[i] ?? 0))
      return { us, argv: [windowMs, limit] }
    })
    await heldInMicros(
      script,
      { client: redis.client, key: redis.key() },
      {
        setting: settingOf(options),
        rule: fixedWindowRule({ limit, windowMs: 1000 * windowMs }),
        reply: (answer) => replyOf(limit, answer),
      },
      requests,
    )
  },
)

const any: Inputs<Options> = {
  options: fc.record({ limit, windowMs: fc.integer({ min: 1, max: 2000 }) }),
  periods,
  starts: [0],
  length: 20,
}

scriptLaws(judged, any, 'stretch', { runs: 20 })
