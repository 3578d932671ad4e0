import { TokenBucket } from '#kata/09-token-bucket/token-bucket.ts'
import {
  answersOf,
  atMostRefilled,
  decides,
  EPOCH,
  fc,
  type Inputs,
  type JudgedLimiter,
  law,
  limiterLaws,
  type Request,
  showNew,
  stories,
} from '#support'

interface Options {
  readonly capacity: number
  readonly refillPerSec: number
}

const judged: JudgedLimiter<Options> = {
  made: (options, now) => showNew(TokenBucket, [options, now]),
  make: (options, now) => new TokenBucket(options, now),
  is: (options, startedAt) => ({ is: 'token bucket', ...options, startedAt }),
  bound: atMostRefilled,
}

/** Buckets with one of these rates. */
const inputs = (rates: fc.Arbitrary<number>): Inputs<Options> => ({
  options: fc.record({ capacity: fc.integer({ min: 1, max: 8 }), refillPerSec: rates }),
  periods: ({ capacity, refillPerSec }) => [1000 / refillPerSec, (1000 * capacity) / refillPerSec],
  costs: ({ capacity }) =>
    fc.oneof({ weight: 2, arbitrary: fc.constant(1) }, fc.integer({ min: 1, max: capacity })),
})

/** A ms brings eighths of a token, or whole ones: every way to write the formula is exact there. */
limiterLaws(judged, inputs(fc.constantFrom(125, 250, 500, 1000, 2000)))

const eighthsOfASecond: Inputs<Options> = {
  ...inputs(fc.constantFrom(0.25, 0.5, 1, 2, 4, 5, 8, 10, 16, 20, 25, 40, 50, 100)),
  unit: 125,
  starts: [0, 875, EPOCH],
}

law(
  'it agrees with a naive limiter that is asked at multiples of 125 ms',
  stories(eighthsOfASecond, true),
  ({ options, start, asked }) => {
    let now = start
    const calls = asked.map(({ after, cost }) => {
      now = Math.max(0, now + after)
      return { now, cost }
    })
    const answers = answersOf(
      judged.is(options, start),
      // What is earlier than the constructor's `now` counts as that.
      calls.map(({ now, cost }) => ({ now: Math.max(start, now), cost })),
    )
    const requests = calls.map(({ now, cost }, i): Request => [[now, cost], answers[i]])
    decides(judged.made(options, start), () => judged.make(options, start), requests)
  },
)

const any = inputs(fc.oneof(fc.constantFrom(3, 7, 60, 100), fc.integer({ min: 1, max: 1200 })))

limiterLaws(judged, any, 'stretch', { runs: 50 })

const eighths: Inputs<Options> = { ...any, unit: 1 / 8, starts: [-1000.125, -3, 0, 12.5] }

limiterLaws(judged, eighths, 'stretch', { runs: 50 })
