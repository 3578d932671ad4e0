import { SlidingCounter } from '#kata/08-sliding-counter/sliding-counter.ts'
import {
  type Answer,
  answersOf,
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
  type Request,
  showNew,
  stories,
} from '#support'

interface Options {
  readonly limit: number
  readonly windowMs: number
}

const judged: JudgedLimiter<Options> = {
  made: (options) => showNew(SlidingCounter, [options]),
  make: (options) => new SlidingCounter(options),
  is: (options) => ({ is: 'sliding counter', ...options }),
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
  let now = start
  const times = asked.map(({ after }) => {
    now += after
    return now
  })
  const answers = answersOf(
    judged.is(options, start),
    times.map((now) => ({ now })),
  )
  let latest = start
  const requests = times.map((now, i): Request => {
    latest = Math.max(latest, now)
    const answer = answers[i] as Answer
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
