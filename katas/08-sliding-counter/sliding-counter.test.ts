import { describe, test } from 'vitest'
import { SlidingCounter } from '#kata/08-sliding-counter/sliding-counter.ts'
import {
  allowed,
  answersOf,
  decidesNew,
  denied,
  EPOCH,
  either,
  isAllowed,
  isDenied,
  type Request,
  times,
} from '#support'

const counter = (limit: number, windowMs: number, requests: readonly Request[]) =>
  decidesNew(SlidingCounter, [{ limit, windowMs }], requests)

/**
 * Denied in a full frame that ends in `left` ms. Its very end will do at core; that there the frame
 * still counts whole, as the one before, so that a ms more is needed, is for a star.
 */
const deniedUntilItEnds = (left: number) => either(denied(left + 1), denied(left))

describe('the estimate', () => {
  test('100 at 59.9 s and 100 at 60.1 s, limit 100 a minute: 101 are let in', () => {
    counter(100, 60_000, [
      ...times(100, 59_900, isAllowed),
      [60_100, allowed(0)], // 100 × 0.998 + 0 is below 100; with this one it is not
      ...times(99, 60_100, isDenied),
    ])
  })

  test('with nothing in the frame before, limit requests are let in', () => {
    counter(3, 64, [
      [10, allowed(2)],
      [10, allowed(1)],
      [63, allowed(0)],
      [63, isDenied],
    ])
  })

  test('the frame before counts by the part of it that the window still covers', () => {
    counter(4, 64, [
      ...times(4, 40, isAllowed),
      [64 + 16, allowed(0)], // 4 × 48/64 is 3
      [64 + 16, isDenied],
      [64 + 17, allowed(0)], // 4 × 47/64 + 1 is less than 4
      [64 + 17, isDenied],
      [64 + 32, isDenied], // 4 × 32/64 + 2
      [64 + 33, allowed(0)],
    ])
  })

  test('at the first instant of a frame, the one before counts whole', () => {
    counter(2, 64, [
      ...times(2, 63, isAllowed),
      [64, denied(1)],
      [65, allowed(0)], // 2 × 63/64 is less than 2
    ])
  })

  test('a share of 0.98 is below 1: the estimate is not rounded', () => {
    counter(1, 60_000, [
      [59_999, allowed(0)],
      [60_000, denied(1)],
      [61_000, allowed(0)],
    ])
  })

  test('remaining takes the frame before into account, and a part of one counts as one', () => {
    counter(8, 64, [
      ...times(8, 0, isAllowed),
      [64 + 32, allowed(3)], // 4 + 1
      [64 + 33, allowed(3)], // 3.875 + 2, and three more make 8.875: the last began below 8
      [64 + 33, allowed(2)],
      [64 + 33, allowed(1)],
      [64 + 33, allowed(0)],
      [64 + 33, isDenied],
    ])
    counter(10, 1000, [
      ...times(10, 900, isAllowed),
      [1150, allowed(1)], // 8.5 + 1
      [1150, allowed(0)],
      [1150, isDenied],
    ])
  })

  test('the formula is the promise, not the limit in every window', () => {
    counter(128, 1024, [
      ...times(128, 1023, isAllowed),
      ...times(127, 1024 + 1016, isAllowed), // 255 in the last 1,017 ms: 128 × 8/1024 is 1
      [1024 + 1016, isDenied],
    ])
  })

  test('a denied request is counted nowhere', () => {
    counter(2, 64, [
      ...times(2, 0, isAllowed),
      ...times(20, 0, isDenied),
      [96, allowed(0)], // 2 × 32/64
      ...times(20, 96, isDenied),
      [160, allowed(1)], // 1 × 32/64
    ])
  })
})

describe('frames', () => {
  test('they lie at whole multiples of windowMs, whenever the first request comes', () => {
    counter(2, 64, [
      ...times(2, 60, isAllowed),
      [66, allowed(0)], // 2 × 62/64; had the frame begun at 60, it would be full
      [66, isDenied],
    ])
  })

  test('after an idle frame nothing is left of the frame before it', () => {
    counter(2, 64, [
      ...times(2, 63, isAllowed),
      [128, allowed(1)],
      [128, allowed(0)],
      [128, isDenied],
    ])
    counter(2, 64, [
      ...times(2, 0, isAllowed),
      [130, allowed(1)],
      [192, allowed(0)], // the frame before holds one
      [192, denied(1)],
    ])
  })

  test('after many idle frames up to limit are let in, and no more', () => {
    for (const now of [64 * 5, 64 * 5 + 63, 1_000_000, 64 * 2 ** 32, Number.MAX_SAFE_INTEGER]) {
      counter(3, 64, [
        ...times(3, 7, isAllowed),
        [now, allowed(2)],
        [now, allowed(1)],
        [now, allowed(0)],
      ])
    }
    counter(1, 1, [
      [0, allowed(0)],
      [2 ** 32, allowed(0)],
    ])
  })

  test('times of epoch size work as small ones do', () => {
    counter(2, 60_000, [
      ...times(2, EPOCH, isAllowed), // 20 s into its frame
      [EPOCH + 40_000, denied(1)],
      [EPOCH + 71_000, allowed(1)], // 2 × 29/60
      [EPOCH + 71_000, allowed(0)],
      [EPOCH + 71_000, isDenied],
    ])
  })

  test('a window may be a year', () => {
    const year = 365 * 24 * 60 * 60 * 1000
    counter(1, year, [
      [0, allowed(0)],
      [year - 1000, isDenied],
      [year - 1, isDenied],
      [year, denied(1)],
      [year + 1_000_000, allowed(0)],
    ])
  })

  test('10,000 requests through a window of 8 ms', { timeout: 10_000 }, () => {
    const calls = Array.from({ length: 10_000 }, (_, i) => {
      return { now: Math.floor((i * i) / 10_007) + (i % 3) }
    })
    const answers = answersOf({ is: 'sliding counter', limit: 3, windowMs: 8 }, calls)
    const requests = answers.map(({ allowed, remaining }, i): Request => {
      return [calls[i]?.now ?? 0, { allowed, remaining }]
    })
    counter(3, 8, requests)
  })
})

describe('retryAfterMs', () => {
  test('it lasts until the estimate is below limit, not until the frame ends', () => {
    counter(64, 256, [
      ...times(64, 0, isAllowed),
      ...times(16, 256 + 64, isAllowed),
      [256 + 64, denied(1)], // 64 × 192/256 + 16 is just 64
      [256 + 65, allowed(0)],
      [256 + 65, denied(4)], // 64 × 188/256 + 17 is just 64, at t = 68
    ])
  })

  test('a small previous frame slides out slowly', () => {
    counter(4, 1024, [
      [5, allowed(3)],
      ...times(3, 1024, isAllowed),
      [1024, denied(1)], // 1 + 3
      [1025, allowed(0)], // a whole one is not left of it any more
    ])
    counter(3, 1024, [
      ...times(3, 5, isAllowed),
      [1025, allowed(0)],
      [1025, denied(341)], // more than 1/3 of the frame before has to slide out
      [1365, denied(1)],
      [1366, allowed(0)],
    ])
  })

  test('while the frame is full, it lasts until the next one', () => {
    counter(2, 64, [
      ...times(2, 10, isAllowed),
      [10, deniedUntilItEnds(54)],
      [63, deniedUntilItEnds(1)],
    ])
  })
})

// Last, so that nothing that goes wrong here costs a core test.
describe('for a star', () => {
  test('stretch: no rounding decides: 27 are let in at 80400, not 28', () => {
    counter(60, 60_000, [
      ...times(50, 0, isAllowed),
      ...times(27, 80_400, isAllowed), // 50 × 39600/60000 is just 33
      [80_400, denied(1)],
    ])
  })

  test('stretch: an estimate that is just the limit denies, and a ms later it is below', () => {
    counter(60, 60_000, [
      ...times(60, 0, isAllowed),
      ...times(12, 72_000, isAllowed),
      [72_000, denied(1)], // 60 × 0.8 + 12
      [72_001, allowed(0)],
    ])
    counter(10, 1000, [
      ...times(10, 900, isAllowed),
      [1100, allowed(0)],
      [1100, denied(1)], // 10 × 0.9 + 1
    ])
    counter(100, 1000, [
      ...times(100, 999, isAllowed),
      ...times(99, 1990, isAllowed),
      [1990, denied(1)], // 100 × 0.01 + 99
    ])
  })

  test('stretch: the end of a full frame is full, too: the wait is a ms longer', () => {
    counter(2, 64, [
      ...times(2, 10, isAllowed),
      [10, denied(55)],
      [63, denied(2)],
      [64, denied(1)],
      [65, allowed(0)],
    ])
    const year = 365 * 24 * 60 * 60 * 1000
    counter(1, year, [
      [0, allowed(0)],
      [1, denied(year)],
    ])
  })

  // Not at core: who looks for the wait ms by ms is right, and does not arrive.
  test('stretch: a wait may be longer than 2^31 ms', () => {
    const twoYears = 2 ** 36
    counter(2, twoYears, [
      ...times(2, 0, isAllowed),
      [twoYears, denied(1)],
      [twoYears + 1, allowed(0)],
      [twoYears + 1, denied(twoYears / 2)],
    ])
  })

  test('stretch: negative and fractional times are times', () => {
    counter(2, 0.5, [
      ...times(2, -0.125, isAllowed),
      [0, denied(1)],
      [0.125, allowed(0)], // 2 × 3/4
      [0.25, denied(1)], // 2 × 2/4 + 1
    ])
    counter(2, 64, [...times(2, -1, isAllowed), [0, denied(1)], [32, allowed(0)], [32, isDenied]])
    counter(2, 64, [
      ...times(2, -128, isAllowed),
      [-32, allowed(0)], // 2 × 32/64
      [-31, allowed(0)], // 2 × 31/64 + 1
      [-31, isDenied],
    ])
  })
})
