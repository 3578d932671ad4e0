import source from '#kata/16-redis-token-bucket/token-bucket.lua'
import {
  type Answer,
  answersOf,
  asyncLaw,
  atMostRefilled,
  fc,
  type Inputs,
  type JudgedScript,
  longGaps,
  scriptLaws,
} from '#support'
import {
  bucketSetting,
  microsLaw,
  replayScript,
  type ScriptStep,
  tokenBucketScript,
  useRedis,
} from '#support/redis'

const redis = useRedis()
const script = tokenBucketScript(source)

interface Options {
  readonly capacity: number
  readonly refillPerSec: number
}

const settingOf = ({ capacity, refillPerSec }: Options) =>
  bucketSetting(capacity, refillPerSec).setting

const replyOf = ({ allowed, remaining, retryAfterMs }: Answer) => ({
  allowed: Number(allowed),
  tokensLeft: remaining,
  retryAfterMs,
})

const judged: JudgedScript<Options> = {
  made: (options) => `${settingOf(options)}; remaining = tokensLeft`,
  is: (options, startedAt) => ({ is: 'token bucket', ...options, startedAt }),
  bound: atMostRefilled,
  begin: ({ capacity, refillPerSec }) => {
    const keys: string[] = []
    return async ({ of, now, cost }) => {
      keys[of] ??= redis.key()
      const argv = [capacity, refillPerSec, cost]
      const reply = await script.call(redis.client, keys[of], { at: now, argv })
      return {
        allowed: reply.allowed === 1,
        remaining: reply.tokensLeft,
        retryAfterMs: reply.retryAfterMs,
      }
    }
  },
}

/** Buckets with one of these rates. */
const inputs = (rates: fc.Arbitrary<number>): Inputs<Options> => ({
  options: fc.record({ capacity: fc.integer({ min: 1, max: 8 }), refillPerSec: rates }),
  periods: ({ capacity, refillPerSec }) => [1000 / refillPerSec, (1000 * capacity) / refillPerSec],
  costs: ({ capacity }) =>
    fc.oneof({ weight: 2, arbitrary: fc.constant(1) }, fc.integer({ min: 1, max: capacity })),
  starts: [0],
  length: 20,
})

/** Here every way to write the formula is exact, in seconds, ms or µs. */
const core: Inputs<Options> = {
  ...inputs(fc.constantFrom(0.25, 0.5, 1, 2, 4, 8, 16)),
  unit: 125,
  starts: [0, 875],
}

// The wait ends between these times.
scriptLaws(judged, core, 'core', { only: ['bound', 'denied', 'remaining', 'oracle'] })

const FIVE_THOUSAND = { minLength: 5000, maxLength: 5000 }

asyncLaw(
  'it still agrees after 5,000 requests to one bucket',
  // At the rate, a little below and a little above it.
  fc.noShrink(fc.tuple(longGaps(4, 80), fc.array(fc.integer({ min: 1, max: 4 }), FIVE_THOUSAND))),
  async ([gaps, costs]) => {
    const options = { capacity: 80, refillPerSec: 8 }
    let now = 0
    const calls = gaps.map((gap, i) => {
      now += 125 * gap
      return { now, cost: costs[i] ?? 1 }
    })
    const answers = answersOf(judged.is(options, 0), calls)
    const steps = calls.map(({ now, cost }, i): ScriptStep => {
      const expected = replyOf(answers[i] as Answer)
      return { at: now, argv: [80, 8, cost], expected, name: `cost ${cost}` }
    })
    const place = { client: redis.client, key: redis.key(), setting: settingOf(options) }
    await replayScript(script, place, steps)
  },
  { runs: 1 },
)

const any = inputs(fc.oneof(fc.constantFrom(3, 7, 60, 100), fc.integer({ min: 1, max: 1200 })))

scriptLaws(judged, any, 'stretch', { runs: 20 })

microsLaw(
  'stretch: between the milliseconds either reading of TIME is right, if it stays the same',
  {
    ...{ redis, script, inputs: any },
    limiter: (options) => ({
      setting: settingOf(options),
      // In thousandths of a token and µs, the same numbers as in tokens and ms.
      is: {
        ...{ is: 'token bucket', startedAt: 0, one: 1000 },
        ...{ ...options, capacity: 1000 * options.capacity },
      },
      reply: replyOf,
    }),
    argv: ({ capacity, refillPerSec }, { cost }) => [capacity, refillPerSec, cost],
    runs: 30,
  },
)
