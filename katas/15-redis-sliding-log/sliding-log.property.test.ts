import source from '#kata/15-redis-sliding-log/sliding-log.lua'
import {
  answersOf,
  asyncLaw,
  atMostInWindow,
  fc,
  type Inputs,
  type JudgedScript,
  longGaps,
  scriptLaws,
} from '#support'
import {
  microsLaw,
  replayScript,
  type ScriptStep,
  slidingLogScript,
  useRedis,
} from '#support/redis'

const redis = useRedis()
const script = slidingLogScript(source)

interface Options {
  readonly limit: number
  readonly windowMs: number
}

const settingOf = ({ limit, windowMs }: Options) => `limit ${limit}, windowMs ${windowMs}`

const judged: JudgedScript<Options> = {
  made: (options) => `${settingOf(options)}; remaining = limit - count`,
  is: (options) => ({ is: 'sliding log', ...options }),
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

asyncLaw(
  'it still agrees after 5,000 requests to one key',
  // Some fifty requests a window, so that the log is full half of the time.
  longGaps(40, 1000),
  async (gaps) => {
    const options = { limit: 50, windowMs: 1000 }
    let now = 0
    const calls = gaps.map((gap) => {
      now += gap
      return { now }
    })
    const answers = answersOf(judged.is(options, 0), calls)
    const steps = answers.map(({ allowed, remaining, retryAfterMs }, i): ScriptStep => {
      const expected = { allowed: Number(allowed), count: 50 - remaining, retryAfterMs }
      return { at: calls[i]?.now ?? 0, argv: [1000, 50, `req-${i}`], expected }
    })
    const place = { client: redis.client, key: redis.key(), setting: settingOf(options) }
    await replayScript(script, place, steps)
  },
  { runs: 1 },
)

microsLaw('between the milliseconds either reading of TIME is right, if it stays the same', {
  ...{ redis, script, inputs },
  limiter: (options) => ({
    setting: settingOf(options),
    is: { is: 'sliding log', limit: options.limit, windowMs: 1000 * options.windowMs },
    reply: ({ allowed, remaining, retryAfterMs }) => {
      return { allowed: Number(allowed), count: options.limit - remaining, retryAfterMs }
    },
  }),
  argv: ({ windowMs, limit }, { index }) => [windowMs, limit, `req-${index}`],
  runs: 100,
})
