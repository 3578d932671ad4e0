import { describe, test } from 'vitest'
import { SlidingLog } from '#kata/07-sliding-log/sliding-log.ts'
import {
  allowed,
  decidesNew,
  denied,
  isAllowed,
  isDenied,
  keepsWithin,
  type Request,
  times,
  Wrong,
} from '#support'

const limiter = (limit: number, windowMs: number, requests: readonly Request[]) =>
  decidesNew(SlidingLog, [{ limit, windowMs }], requests)

describe('allowed', () => {
  test('limit requests are allowed in a window, and the next is denied', () => {
    limiter(3, 1000, [
      [0, isAllowed],
      [10, isAllowed],
      [20, isAllowed],
      [30, isDenied],
      [999, isDenied],
    ])
    limiter(1, 1000, [
      [0, isAllowed],
      [0, isDenied],
    ])
  })

  test('a request exactly windowMs old is already out', () => {
    limiter(1, 1000, [
      [0, isAllowed],
      [1000, isAllowed],
      [2000, isAllowed],
      [2999, isDenied],
    ])
  })

  test('of 100 at 59.9 s and 100 at 60.1 s, 100 are allowed', () => {
    limiter(100, 60_000, [
      ...times(100, 59_900, isAllowed),
      ...times(100, 60_100, isDenied), // a fixed window allows these, too
    ])
    limiter(5, 60_000, [...times(5, 59_999, isAllowed), ...times(6, 60_000, isDenied)])
  })

  test('a denied request leaves nothing behind', () => {
    limiter(2, 3000, [
      [0, isAllowed],
      [100, isAllowed],
      [200, isDenied],
      [3000, isAllowed],
      [3100, isAllowed],
    ])
    limiter(1, 1000, [[0, isAllowed], ...times(50, 999, isDenied), [1000, isAllowed]])
    limiter(100, 60_000, [
      ...times(100, 59_900, isAllowed),
      ...times(100, 60_100, isDenied),
      [119_899, isDenied],
      ...times(100, 119_900, isAllowed),
      [119_900, isDenied],
    ])
  })

  test('the window moves with now: places come free one by one', () => {
    limiter(3, 1000, [
      [0, isAllowed],
      [400, isAllowed],
      [800, isAllowed],
      [1000, isAllowed], // the one at 0 is out
      [1001, isDenied],
      [1399, isDenied],
      [1400, isAllowed],
      [1400, isDenied],
      [1800, isAllowed],
      [1999, isDenied],
      [2000, isAllowed],
    ])
  })

  test('a client that keeps asking gets its limit in every window', () => {
    const request = (i: number): Request => [100 * i, i % 10 < 2 ? isAllowed : isDenied]
    limiter(
      2,
      1000,
      Array.from({ length: 100 }, (_, i) => request(i)),
    )
  })

  test('requests at the same instant all count, and all go', () => {
    limiter(3, 1000, [
      ...times(3, 5, isAllowed),
      ...times(7, 5, isDenied),
      [1004, isDenied],
      ...times(3, 1005, isAllowed),
      [1005, isDenied],
    ])
  })

  test('a full window that has wholly passed is empty', () => {
    limiter(3, 1000, [
      [0, isAllowed],
      [1, isAllowed],
      [2, isAllowed],
      [5000, isAllowed],
      [5000, isAllowed],
      [5000, isAllowed],
      [5000, isDenied],
    ])
  })
})

// Asks for `allowed` and `remaining`.
describe('remaining', () => {
  const left = (remaining: number) => ({ allowed: true, remaining })
  const none = { allowed: false, remaining: 0 }

  test('remaining counts down to 0, this request counted, and stays there', () => {
    limiter(3, 1000, [[0, left(2)], [10, left(1)], [20, left(0)], ...times(20, 30, none)])
  })

  test('remaining rises as old requests go, and never above the limit', () => {
    limiter(3, 1000, [
      [0, left(2)],
      [500, left(1)],
      [1000, left(1)], // the one at 0 is out
      [1500, left(1)],
      [2600, left(2)], // only itself
      [9_000_000, left(2)],
    ])
  })
})

describe('retryAfterMs', () => {
  test('a denied request waits until the oldest in the window is out', () => {
    limiter(2, 60_000, [
      [0, allowed(1)],
      [10_000, allowed(0)],
      [20_000, denied(40_000)], // the one at 0, not the one at 10000
      [59_999, denied(1)],
      [60_000, allowed(0)],
      [60_000, denied(10_000)], // the oldest is now the one at 10000
      [70_000, allowed(0)],
      [70_000, denied(50_000)],
    ])
  })

  test('asking again does not lengthen the wait', () => {
    limiter(1, 1500, [
      [0, allowed(0)],
      [0, denied(1500)],
      [1200, denied(300)],
      [1200, denied(300)],
      [1300, denied(200)],
      [1499, denied(1)],
      [1500, allowed(0)],
    ])
  })

  test('one place is enough: the wait is no longer for a larger limit', () => {
    limiter(5, 1000, [
      [0, allowed(4)],
      [100, allowed(3)],
      [200, allowed(2)],
      [300, allowed(1)],
      [400, allowed(0)],
      [500, denied(500)],
      [1000, allowed(0)],
      [1000, denied(100)],
    ])
  })

  test('times are not cut to seconds', () => {
    limiter(1, 2000, [
      [63_900, allowed(0)],
      [65_899, denied(1)],
      [65_900, allowed(0)],
    ])
  })
})

describe('memory', { timeout: 20_000 }, () => {
  const keeps = (what: string, windowMs: number, calls: number, right: (now: number) => boolean) =>
    keepsWithin({
      what,
      make: () => new SlidingLog({ limit: 10, windowMs }),
      work: (log) => {
        for (let now = 0; now < calls; now++) {
          const { allowed } = log.tryAcquire(now)
          if (allowed !== right(now)) {
            throw new Wrong(`${what}, one a ms: tryAcquire(${now})  → allowed: ${allowed}`)
          }
        }
      },
      limitBytes: 64 * 1024,
      steps: 10_000_000,
      why: 'only the allowed requests in the window decide anything, at most limit of them',
    })

  test('100,000 requests allowed ten at a time leave nothing behind', () => {
    keeps('limit 10, 100,000 requests through a window of 10 ms', 10, 100_000, () => true)
  })

  test('100,000 requests that never fill the window leave nothing behind', () => {
    keeps('limit 10, 100,000 requests through a window of 5 ms', 5, 100_000, () => true)
  })

  test('100,000 requests, each a window after the one before, leave nothing behind', () => {
    keeps('limit 10, 100,000 requests through a window of 1 ms', 1, 100_000, () => true)
  })

  test('100,000 denied requests leave nothing behind', () => {
    keeps('limit 10, 100,000 requests in one window', 1_000_000, 100_000, (now) => now < 10)
  })
})
