import { describe, test } from 'vitest'
import { FixedWindow } from '#kata/06-fixed-window/fixed-window.ts'
import {
  allowed,
  decides,
  decidesNew,
  denied,
  EPOCH,
  isAllowed,
  isDenied,
  type Request,
  rangeError,
  refuses,
  showNew,
  times,
} from '#support'

const DAY = 24 * 60 * 60 * 1000
const YEAR = 365 * DAY

const limiter = (limit: number, windowMs: number, requests: readonly Request[]) =>
  decidesNew(FixedWindow, [{ limit, windowMs }], requests)

// Asks for `allowed` and nothing else, as step 1 of the other file does.
describe('step 1: allowed, at any time', () => {
  test('times of epoch size work as small ones do', () => {
    limiter(2, 60_000, [
      ...times(2, EPOCH, isAllowed),
      [EPOCH + 1, isDenied],
      [EPOCH + 39_999, isDenied], // EPOCH is 20 s into its minute
      ...times(2, EPOCH + 40_000, isAllowed),
      [EPOCH + 40_000, isDenied],
    ])
    limiter(1, 10, [
      [EPOCH, isAllowed],
      [EPOCH + 9, isDenied],
      [EPOCH + 10, isAllowed],
    ])
  })

  test('a window may be a year', () => {
    limiter(1, YEAR, [
      [0, isAllowed],
      [1, isDenied],
      [YEAR - 1, isDenied],
      [YEAR, isAllowed],
      [YEAR + 1, isDenied],
    ])
  })

  test('a silence may be as long as numbers go', () => {
    limiter(2, 1000, [
      ...times(2, 0, isAllowed),
      [0, isDenied],
      ...times(2, Number.MAX_SAFE_INTEGER, isAllowed),
      [Number.MAX_SAFE_INTEGER, isDenied],
    ])
    for (const frames of [2 ** 31, 2 ** 32]) {
      limiter(1, 100, [
        [0, isAllowed],
        [100 * frames, isAllowed],
        [100 * frames + 99, isDenied],
      ])
    }
  })

  test('an earlier now counts as the latest one seen', () => {
    limiter(2, 1000, [
      [2000, isAllowed],
      [1999, isAllowed], // counts as of 2000
      [0, isDenied],
      [1000, isDenied],
      [2999, isDenied],
      [3000, isAllowed],
    ])
    limiter(1, 60_000, [
      [EPOCH, isAllowed],
      [EPOCH - 2 * DAY, isDenied],
      [EPOCH, isDenied],
    ])
  })

  test('now must be finite; a call that threw has changed nothing', () => {
    for (const now of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
      limiter(2, 1000, [
        [now, rangeError('now', now)],
        [10, isAllowed],
        [now, rangeError('now', now)],
        [20, isAllowed],
        [30, isDenied],
        [now, rangeError('now', now)],
        [1000, isAllowed],
      ])
    }
  })

  test('two limiters know nothing of each other', () => {
    const [one, other] = [1, 1].map((limit) => new FixedWindow({ limit, windowMs: 1000 }))
    const asks = (limiter: object | undefined, requests: readonly Request[]) =>
      decides('one of two FixedWindow({ limit: 1, windowMs: 1000 })', () => limiter ?? {}, requests)
    asks(one, [[5000, isAllowed]])
    asks(other, [
      [10, isAllowed],
      [20, isDenied],
    ])
    asks(one, [[5999, isDenied]])
  })

  test('10,000 requests, one a ms: the first three of every ten', { timeout: 10_000 }, () => {
    const request = (now: number): Request => [now, now % 10 < 3 ? isAllowed : isDenied]
    limiter(
      3,
      10,
      Array.from({ length: 10_000 }, (_, now) => request(now)),
    )
  })
})

describe('step 2: remaining, at any time', () => {
  const left = (remaining: number) => ({ allowed: true, remaining })

  test('an earlier now does not bring its frame back', () => {
    limiter(3, 1000, [
      [500, left(2)],
      [1000, left(2)],
      [999, left(1)],
      [0, left(0)],
      [999, { allowed: false, remaining: 0 }],
    ])
  })
})

describe('step 3: retryAfterMs, at any time', () => {
  test('the wait is counted from the latest now seen, by a denied request too', () => {
    limiter(1, 1000, [
      [0, allowed(0)],
      [900, denied(100)],
      [100, denied(100)], // counts as of 900
      [950, denied(50)],
      [5, denied(50)],
      [1000, allowed(0)],
    ])
  })

  test('waits of epoch time, of a year, of a window without a round length', () => {
    limiter(1, 60_000, [
      [EPOCH, allowed(0)],
      [EPOCH, denied(40_000)],
      [EPOCH + 39_999, denied(1)],
    ])
    limiter(1, 10, [
      [EPOCH + 3, allowed(0)],
      [EPOCH + 4, denied(6)],
    ])
    limiter(1, YEAR, [
      [0, allowed(0)],
      [1, denied(YEAR - 1)],
      [YEAR - 1, denied(1)],
    ])
    limiter(1, 7, [
      [100, allowed(0)],
      [100, denied(5)],
      [104, denied(1)],
      [105, allowed(0)],
      [105, denied(7)],
    ])
  })
})

describe('parameters', () => {
  const refused = (limit: number, windowMs: number, parameter: string, value: number) =>
    refuses(
      showNew(FixedWindow, [{ limit, windowMs }]),
      () => new FixedWindow({ limit, windowMs }),
      parameter,
      value,
    )

  test('limit must be an integer of at least 1', () => {
    for (const limit of [0, -1, 1.7, Number.NaN, Number.POSITIVE_INFINITY]) {
      refused(limit, 1000, 'limit', limit)
    }
  })

  test('windowMs must be positive and finite', () => {
    for (const windowMs of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
      refused(1, windowMs, 'windowMs', windowMs)
    }
  })
})

// Last, so that nothing that goes wrong here costs a core test.
describe('for a star', () => {
  test('stretch: frames go on below 0', () => {
    limiter(1, 1000, [
      [-1500, allowed(0)],
      [-1001, denied(1)],
      [-1000, allowed(0)],
      [-1, denied(1)],
      [0, allowed(0)],
      [999, denied(1)],
      [1000, allowed(0)],
    ])
  })

  test('stretch: between the milliseconds, the wait is rounded up to a whole one', () => {
    limiter(1, 2.5, [
      [0.125, allowed(0)],
      [0.25, denied(3)], // 2.25 ms
      [2.375, denied(1)],
      [2.5, allowed(0)],
      [3.5, denied(2)], // 1.5 ms
    ])
  })
})
