import { SlidingLog } from '#kata/07-sliding-log/sliding-log.ts'
import { atMostInWindow, fc, type JudgedLimiter, limiterLaws, showNew } from '#support'

interface Options {
  readonly limit: number
  readonly windowMs: number
}

const judged: JudgedLimiter<Options> = {
  made: (options) => showNew(SlidingLog, [options]),
  make: (options) => new SlidingLog(options),
  is: (options) => ({ is: 'sliding log', ...options }),
  bound: atMostInWindow,
}

/** Limits small enough for a story to reach them. */
const options = (unit: number): fc.Arbitrary<Options> =>
  fc.record({
    limit: fc.integer({ min: 1, max: 6 }),
    windowMs: fc.integer({ min: 1, max: 200 }).map((n) => n * unit),
  })

const periods = ({ windowMs }: Options) => [windowMs]

limiterLaws(judged, { options: options(1), periods })

limiterLaws(
  judged,
  { options: options(1 / 8), periods, unit: 1 / 8, starts: [-5000.125, -3, 0, 12.5] },
  'stretch',
)
