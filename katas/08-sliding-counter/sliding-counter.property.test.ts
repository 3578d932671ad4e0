import { SlidingCounter } from '#kata/08-sliding-counter/sliding-counter.ts'
import {
  atMostInFrame,
  decides,
  denied,
  EPOCH,
  either,
  fc,
  type Inputs,
  type JudgedLimiter,
  law,
  limiterLaws,
  Model,
  type Request,
  showNew,
  slidingCounterRule,
  stories,
} from '#support'

interface Options {
  readonly limit: number
  readonly windowMs: number
}

const judged: JudgedLimiter<Options> = {
  made: (options) => showNew(SlidingCounter, [options]),
  make: (options) => new SlidingCounter(options),
  model: (options) => new Model(slidingCounterRule(options)),
  bound: atMostInFrame,
}

/** Windows of a power of two: every way to write the formula is exact there. */
const core: Inputs<Options> = {
  options: fc.record({
    limit: fc.integer({ min: 1, max: 8 }),
    windowMs: fc.constantFrom(1, 2, 8, 64, 256),
  }),
  periods: ({ limit, windowMs }) => [windowMs, windowMs / limit],
  starts: [0, 7, EPOCH],
}

limiterLaws(judged, core, 'core', { only: ['bound', 'denied', 'remaining', 'clock'] })

law('it agrees with a naive limiter', stories(core, true), ({ options, start, asked }) => {
  const oracle = judged.model(options, start)
  let now = start
  let latest = start
  const requests = asked.map(({ after }): Request => {
    now += after
    latest = Math.max(latest, now)
    const answer = oracle.tryAcquire(now)
    const left = options.windowMs - (latest % options.windowMs)
    // The wait is past the frame's end only if the frame is full; its very end will do at core.
    const isFull = !answer.allowed && answer.retryAfterMs > left
    return [now, isFull ? either(answer, denied(left)) : answer]
  })
  decides(judged.made(options, start), () => judged.make(options, start), requests)
})

const any: Inputs<Options> = {
  options: fc.record({
    limit: fc.oneof(fc.integer({ min: 1, max: 8 }), fc.constantFrom(10, 49, 60)),
    windowMs: fc.oneof(fc.constantFrom(10, 49, 60, 100, 1000), fc.integer({ min: 1, max: 300 })),
  }),
  periods: ({ limit, windowMs }) => [windowMs, windowMs / limit],
  starts: [0, 7, EPOCH],
  length: 60,
}

limiterLaws(judged, any, 'stretch', { runs: 50 })

const eighths: Inputs<Options> = {
  ...any,
  options: fc.record({
    limit: fc.integer({ min: 1, max: 10 }),
    windowMs: fc.integer({ min: 1, max: 400 }).map((n) => n / 8),
  }),
  unit: 1 / 8,
  starts: [-1000.125, -3, 0, 12.5],
}

limiterLaws(judged, eighths, 'stretch', { runs: 50 })
