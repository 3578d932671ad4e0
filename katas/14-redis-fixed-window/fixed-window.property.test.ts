import { test } from 'vitest'
import source from '#kata/14-redis-fixed-window/fixed-window.lua'
import {
  type Answer,
  answersOf,
  asyncLaw,
  atMostInFrame,
  fc,
  type Inputs,
  type JudgedScript,
  longGaps,
  scriptLaws,
} from '#support'
import {
  boundOnScriptClock,
  fixedWindowScript,
  frameBegins,
  heldInMicros,
  type InMicros,
  microsLaw,
  onScriptClock,
  replayScript,
  type ScriptStep,
  useRedis,
} from '#support/redis'

const redis = useRedis()
const script = fixedWindowScript(source)

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
  is: (options) => onScriptClock({ is: 'fixed window', ...options }),
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

asyncLaw(
  'it still agrees after 5,000 requests to one key',
  // Some fifty requests a window, so that the frame is full half of the time.
  longGaps(20, 500),
  async (gaps) => {
    const options = { limit: 50, windowMs: 1000 }
    let now = 1
    const calls = gaps.map((gap) => {
      now += 2 * gap
      return { now }
    })
    const answers = answersOf(judged.is(options, 0), calls)
    const steps = answers.map((answer, i): ScriptStep => {
      const at = calls[i]?.now ?? 0
      return { at, argv: [1000, 50], expected: replyOf(50, answer), name: `request ${i + 1}` }
    })
    const place = { client: redis.client, key: redis.key(), setting: settingOf(options) }
    await replayScript(script, place, steps)
  },
  { runs: 1 },
)

const inMicros = (options: Options): InMicros => ({
  setting: settingOf(options),
  is: { is: 'fixed window', limit: options.limit, windowMs: 1000 * options.windowMs },
  reply: (answer: Answer) => replyOf(options.limit, answer),
})

test('the last microseconds of a frame are still in it', async () => {
  for (const last of [999_900, 999_960, 999_999]) {
    await heldInMicros(
      script,
      { client: redis.client, key: redis.key() },
      inMicros({ limit: 1, windowMs: 1000 }),
      [last, last].map((us) => ({ us, argv: [1000, 1] })),
    )
  }
})

microsLaw(
  'between the milliseconds either reading of TIME is right: the wait is whole ms, rounded up',
  {
    ...{ redis, script, inputs: core, limiter: inMicros },
    argv: ({ windowMs, limit }) => [windowMs, limit],
  },
)

const any: Inputs<Options> = {
  options: fc.record({ limit, windowMs: fc.integer({ min: 1, max: 2000 }) }),
  periods,
  starts: [0],
  length: 20,
}

scriptLaws(judged, any, 'stretch', { runs: 20 })
