import source from '#kata/17-redis-sliding-counter/sliding-counter.lua'
import {
  answersOf,
  asyncLaw,
  atMostInFrame,
  fc,
  type Inputs,
  type JudgedScript,
  longGaps,
  type Story,
  scriptLaws,
  stories,
} from '#support'
import {
  boundOnScriptClock,
  frameBegins,
  microsLaw,
  onScriptClock,
  replayScript,
  type ScriptStep,
  slidingCounterScript,
  useRedis,
} from '#support/redis'

const redis = useRedis()
const script = slidingCounterScript(source)

interface Options {
  readonly limit: number
  readonly windowMs: number
}

const settingOf = ({ limit, windowMs }: Options) =>
  `limit ${limit}, windowMs ${windowMs}, a frame begins at ${frameBegins(windowMs)}`

const judged: JudgedScript<Options> = {
  made: settingOf,
  is: (options) => onScriptClock({ is: 'sliding counter', ...options }),
  bound: boundOnScriptClock(atMostInFrame),
  begin: ({ limit, windowMs }) => {
    const keys: string[] = []
    return async ({ of, now }) => {
      keys[of] ??= redis.key()
      const reply = await script.call(redis.client, keys[of], { at: now, argv: [windowMs, limit] })
      const { allowed, remaining, retryAfterMs } = reply
      return { allowed: allowed === 1, remaining, retryAfterMs }
    }
  },
}

/** Windows of a power of two: every way to write the formula is exact there. */
const core: Inputs<Options> = {
  options: fc.record({
    limit: fc.integer({ min: 1, max: 8 }),
    windowMs: fc.constantFrom(1, 2, 8, 64, 256),
  }),
  periods: ({ limit, windowMs }) => [windowMs, windowMs / limit],
  starts: [0, 7],
  length: 20,
}

scriptLaws(judged, core, 'core', { only: ['bound', 'denied', 'remaining'] })

/** The right answers as steps; a wait past the end of a full frame may be that to its very end. */
function stepsOf(options: Options, times: readonly number[]): ScriptStep[] {
  const { limit, windowMs } = options
  const answers = answersOf(
    judged.is(options, 0),
    times.map((now) => ({ now })),
  )
  let last = Number.NaN
  let count = 0
  return answers.map(({ allowed, remaining, retryAfterMs }, i) => {
    const at = times[i] ?? 0
    const ends = at + windowMs - ((at + windowMs - frameBegins(windowMs)) % windowMs)
    if (ends !== last) count = 0
    if (allowed) count++
    last = ends
    const left = ends - at
    const isFull = !allowed && retryAfterMs > left
    return {
      at,
      argv: [windowMs, limit],
      expected: {
        allowed: Number(allowed),
        count,
        retryAfterMs: isFull ? [retryAfterMs, left] : retryAfterMs,
        remaining,
      },
      name: `request ${i + 1}`,
    }
  })
}

asyncLaw(
  'it agrees with a naive limiter',
  stories(core, false),
  async ({ options, start, asked }: Story<Options>) => {
    let at = start
    const times = asked.map(({ after }) => {
      at += after
      return at
    })
    const place = { client: redis.client, key: redis.key(), setting: settingOf(options) }
    await replayScript(script, place, stepsOf(options, times))
  },
)

asyncLaw(
  'it still agrees after 5,000 requests to one key',
  longGaps(4, 64),
  async (gaps) => {
    const options = { limit: 20, windowMs: 64 }
    let at = 0
    const times = gaps.map((gap) => {
      at += gap
      return at
    })
    const place = { client: redis.client, key: redis.key(), setting: settingOf(options) }
    await replayScript(script, place, stepsOf(options, times))
  },
  { runs: 1 },
)

const any: Inputs<Options> = {
  options: fc.record({
    limit: fc.oneof(fc.integer({ min: 1, max: 8 }), fc.constantFrom(10, 20)),
    windowMs: fc.oneof(fc.constantFrom(10, 49, 60, 100, 1000), fc.integer({ min: 1, max: 300 })),
  }),
  periods: ({ limit, windowMs }) => [windowMs, windowMs / limit],
  starts: [0, 7],
  length: 30,
}

scriptLaws(judged, any, 'stretch', { runs: 20 })

microsLaw(
  'stretch: between the milliseconds either reading of TIME is right, if it stays the same',
  {
    ...{ redis, script, inputs: any },
    limiter: (options) => ({
      setting: settingOf(options),
      is: { is: 'sliding counter', limit: options.limit, windowMs: 1000 * options.windowMs },
      reply: ({ allowed, remaining, retryAfterMs }) => {
        return { allowed: Number(allowed), retryAfterMs, remaining }
      },
    }),
    argv: ({ windowMs, limit }) => [windowMs, limit],
    runs: 30,
  },
)
