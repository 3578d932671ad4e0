import { describe, test } from 'vitest'
import { SlidingCounter } from '#kata/08-sliding-counter/sliding-counter.ts'
import {
  allowed,
  decides,
  decidesNew,
  denied,
  isAllowed,
  isDenied,
  keepsWithin,
  type Request,
  rangeError,
  refuses,
  showNew,
  times,
  Wrong,
} from '#support'

const shown = (limit: number, windowMs: number) => showNew(SlidingCounter, [{ limit, windowMs }])

const counter = (limit: number, windowMs: number, requests: readonly Request[]) =>
  decidesNew(SlidingCounter, [{ limit, windowMs }], requests)

describe('the clock', () => {
  test('an earlier now counts as the latest one seen', () => {
    counter(2, 64, [
      ...times(2, 0, isAllowed),
      [128, allowed(1)],
      [0, allowed(0)], // counts as of 128
      [60, isDenied],
      [127, isDenied],
      [128 + 63, isDenied],
    ])
  })

  test('a denied request moves the clock, too', () => {
    counter(4, 64, [
      ...times(4, 0, isAllowed),
      [64, denied(1)],
      [63, denied(1)], // counts as of 64
      [0, denied(1)],
      [65, allowed(0)],
    ])
  })

  test('now must be finite; a call that threw has changed nothing', () => {
    for (const now of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
      counter(2, 64, [
        [0, allowed(1)],
        [now, rangeError('now', now)],
        [0, allowed(0)],
        [now, rangeError('now', now)],
        [1, isDenied],
      ])
    }
  })
})

describe('options', () => {
  test('limit must be an integer of at least 1', () => {
    for (const limit of [-1, 0, 1.7, Number.NaN, Number.POSITIVE_INFINITY]) {
      const make = () => new SlidingCounter({ limit, windowMs: 64 })
      refuses(shown(limit, 64), make, 'limit', limit)
    }
  })

  test('windowMs must be positive and finite', () => {
    for (const windowMs of [-1, 0, Number.NaN, Number.POSITIVE_INFINITY]) {
      const make = () => new SlidingCounter({ limit: 1, windowMs })
      refuses(shown(1, windowMs), make, 'windowMs', windowMs)
    }
  })

  test('two counters know nothing of each other', () => {
    const [one, other] = [1, 2].map((limit) => new SlidingCounter({ limit, windowMs: 64 }))
    decides(`${shown(1, 64)}, beside another`, () => one as object, [[0, allowed(0)]])
    decides(`${shown(2, 64)}, beside another`, () => other as object, [
      [0, allowed(1)],
      [0, allowed(0)],
    ])
    decides(`${shown(1, 64)}, beside another`, () => one as object, [[32, isDenied]])
  })
})

describe('memory', { timeout: 20_000 }, () => {
  function kept(what: string, counters: number, limit: number, at: (i: number) => number) {
    keepsWithin({
      what,
      make: () =>
        Array.from({ length: counters }, () => new SlidingCounter({ limit, windowMs: 1024 })),
      work: (limiters) => {
        for (let i = 0; i < 100_000 / counters; i++) {
          if (limiters.every((one) => one.tryAcquire(at(i)).allowed)) continue
          throw new Wrong(`${what}: number ${i + 1} is denied`)
        }
      },
      limitBytes: 320 * 1024,
      why: 'two counts of state are enough',
    })
  }

  test('1,000 requests in one frame leave two counts, in each of 100 counters', () => {
    kept('100 counters, each with 1,000 requests in one frame', 100, 1000, (i) => i)
  })

  test('100,000 frames with a request each leave two counts', () => {
    kept('100,000 frames with a request each', 1, 2, (i) => 1024 * i)
  })

  test('100,000 requests, one in every third frame, leave two counts', () => {
    kept('100,000 requests, one in every third frame', 1, 2, (i) => 3 * 1024 * i)
  })

  test('100,000 denied requests leave two counts', () => {
    keepsWithin({
      what: '100,000 requests in one frame, all but the first denied',
      make: () => new SlidingCounter({ limit: 1, windowMs: 2 ** 30 }),
      work: (limiter) => {
        for (let now = 0; now < 100_000; now++) limiter.tryAcquire(now)
      },
      limitBytes: 320 * 1024,
      why: 'a denied request is counted nowhere',
    })
  })
})
