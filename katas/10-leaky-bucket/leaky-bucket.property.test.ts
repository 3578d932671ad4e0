import { LeakyBucket } from '#kata/10-leaky-bucket/leaky-bucket.ts'
import {
  atMostQueued,
  EPOCH,
  fc,
  type Inputs,
  type JudgedLimiter,
  limiterLaws,
  showNew,
} from '#support'

interface Options {
  readonly queueLimit: number
  readonly intervalMs: number
}

const judged: JudgedLimiter<Options> = {
  made: (options) => showNew(LeakyBucket, [options]),
  make: (options) => new LeakyBucket(options),
  is: (options) => ({ is: 'leaky bucket', ...options }),
  bound: atMostQueued,
}

const inputs = (intervals: fc.Arbitrary<number>): Inputs<Options> => ({
  options: fc.record({ queueLimit: fc.integer({ min: 0, max: 5 }), intervalMs: intervals }),
  periods: ({ queueLimit, intervalMs }) => [intervalMs, (queueLimit + 1) * intervalMs],
})

// Powers of two: a level that is kept in requests, not in ms, is exact then.
limiterLaws(judged, inputs(fc.integer({ min: 0, max: 8 }).map((k) => 2 ** k)))

limiterLaws(
  judged,
  {
    ...inputs(fc.integer({ min: 1, max: 1600 }).map((n) => n / 8)),
    unit: 1 / 8,
    starts: [-5000.125, -3, 0, 12.5, EPOCH],
  },
  'stretch',
)
