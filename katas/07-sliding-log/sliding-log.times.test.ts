import { describe, test } from 'vitest'
import { SlidingLog } from '#kata/07-sliding-log/sliding-log.ts'
import {
  allowed,
  decides,
  decidesNew,
  denied,
  EPOCH,
  metered,
  type Request,
  rangeError,
  refuses,
  showNew,
  times,
} from '#support'

const DAY = 24 * 60 * 60 * 1000
const YEAR = 365 * DAY

const limiter = (limit: number, windowMs: number, requests: readonly Request[]) =>
  decidesNew(SlidingLog, [{ limit, windowMs }], requests)

describe('near and far', () => {
  test('times of epoch size work as small ones do', () => {
    limiter(2, 60_000, [
      [EPOCH, allowed(1)],
      [EPOCH + 1, allowed(0)],
      [EPOCH + 59_999, denied(1)],
      [EPOCH + 60_000, allowed(0)],
      [EPOCH + 60_000, denied(1)],
      [EPOCH + 60_001, allowed(0)],
      [EPOCH + 60_001, denied(59_999)],
    ])
  })

  test('a window may be a year', () => {
    limiter(1, YEAR, [
      [0, allowed(0)],
      [1, denied(YEAR - 1)],
      [YEAR - 1, denied(1)],
      [YEAR, allowed(0)],
      [YEAR, denied(YEAR)],
    ])
    limiter(2, 10_000_000_000, [
      [0, allowed(1)],
      [5_000_000_000, allowed(0)],
      [10_000_000_000, allowed(0)],
      [10_800_000_000, denied(4_200_000_000)], // the oldest is now the one at 5000000000
    ])
  })

  test('a silence may be as long as numbers go', () => {
    limiter(2, 1000, [
      [0, allowed(1)],
      [0, allowed(0)],
      [0, denied(1000)],
      [Number.MAX_SAFE_INTEGER, allowed(1)],
      [Number.MAX_SAFE_INTEGER, allowed(0)],
      [Number.MAX_SAFE_INTEGER, { allowed: false, remaining: 0 }],
    ])
  })

  test('two limiters know nothing of each other', () => {
    const [one, other] = [1, 1].map((limit) => new SlidingLog({ limit, windowMs: 1000 }))
    const asks = (limiter: object | undefined, requests: readonly Request[]) =>
      decides('one of two SlidingLog({ limit: 1, windowMs: 1000 })', () => limiter ?? {}, requests)
    asks(one, [[5000, allowed(0)]])
    asks(other, [
      [10, allowed(0)],
      [20, denied(990)],
    ])
    asks(one, [[5999, denied(1)]])
  })
})

describe('the clock', () => {
  test('an earlier now counts as the latest one seen', () => {
    limiter(2, 1000, [
      [5000, allowed(1)],
      [4500, allowed(0)], // counts as of 5000
      [4000, denied(1000)],
      [0, denied(1000)],
      [5999, denied(1)],
      [6000, allowed(1)],
      [6000, allowed(0)],
    ])
    limiter(1, 60_000, [
      [EPOCH, allowed(0)],
      [EPOCH - 2 * DAY, denied(60_000)],
      [EPOCH + 60_000, allowed(0)],
    ])
  })

  test('the wait is counted from the latest now seen, by a denied request too', () => {
    limiter(1, 1000, [
      [0, allowed(0)],
      [900, denied(100)],
      [100, denied(100)], // counts as of 900
      [950, denied(50)],
      [1000, allowed(0)],
      [0, denied(1000)],
    ])
  })

  test('now must be finite; a call that threw has changed nothing', () => {
    for (const now of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
      limiter(2, 1000, [
        [now, rangeError('now', now)],
        [10, allowed(1)],
        [now, rangeError('now', now)],
        [20, allowed(0)],
        [30, denied(980)],
        [now, rangeError('now', now)],
        [1010, allowed(0)],
      ])
    }
  })
})

describe('parameters', () => {
  const refused = (limit: number, windowMs: number, parameter: string, value: number) =>
    refuses(
      showNew(SlidingLog, [{ limit, windowMs }]),
      () => new SlidingLog({ limit, windowMs }),
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

// They end by their steps; the time is for a machine that is busy otherwise.
describe('long runs', { timeout: 10_000 }, () => {
  test('10,000 requests, one a ms, all within the limit', () => {
    const request = (now: number): Request => [now, allowed(Math.max(0, 9 - now))]
    limiter(
      10,
      10,
      Array.from({ length: 10_000 }, (_, now) => request(now)),
    )
  })

  test('10,000 requests, one a ms, seven of ten too many', () => {
    const request = (now: number): Request => {
      const since = now % 10
      if (since >= 3) return [now, denied(10 - since)]
      return [now, allowed(now < 3 ? 2 - since : 0)]
    }
    limiter(
      3,
      10,
      Array.from({ length: 10_000 }, (_, now) => request(now)),
    )
  })

  test('bursts and silences in turn', () => {
    const requests: Request[] = []
    for (let round = 0; round < 200; round++) {
      const start = round * 1000
      const burst = (round * 7) % 20
      for (let i = 0; i < burst; i++) {
        requests.push([start + i, i < 10 ? allowed(9 - i) : denied(100 - i)])
      }
      if (burst >= 10) requests.push([start + 99, denied(1)], [start + 100, allowed(0)])
    }
    limiter(10, 100, requests)
  })

  test('1,000 requests in one window all count, and leave as they came', () => {
    // Metered: a look at each of them in every call is slow, and right.
    metered(() =>
      limiter(1000, 5000, [
        ...Array.from({ length: 1000 }, (_, i): Request => [2 * i, allowed(999 - i)]),
        [3000, denied(2000)],
        [5000, allowed(0)],
        [5000, denied(2)],
        [5998, allowed(498)],
        [7000, allowed(997)], // besides the one at 5998
        [50_000, allowed(999)],
        ...times(998, 50_000, { allowed: true }),
        [50_000, allowed(0)],
        [50_000, denied(5000)],
      ]),
    )
  })

  // No more of them: a look at the whole log in each call is right, sorting it too.
  test('1,100 requests at one instant all go at one instant', () => {
    metered(() =>
      limiter(1100, 1000, [
        ...times(1100, 0, { allowed: true }),
        [999, denied(1)],
        [1000, allowed(1099)],
      ]),
    )
  })
})

// Last, so that nothing that goes wrong here costs a core test.
describe('for a star', () => {
  test('stretch: negative times are times', () => {
    limiter(2, 1000, [
      [-1500, allowed(1)],
      [-700, allowed(0)],
      [-501, denied(1)],
      [-500, allowed(0)],
      [0, denied(300)],
      [300, allowed(0)],
      [300, denied(200)],
    ])
  })

  test('stretch: between the milliseconds, the wait is rounded up to a whole one', () => {
    limiter(1, 2.5, [
      [0.125, allowed(0)],
      [0.25, denied(3)], // 2.375 ms
      [2.5, denied(1)],
      [2.625, allowed(0)],
      [3.625, denied(2)], // 1.5 ms
    ])
  })
})
