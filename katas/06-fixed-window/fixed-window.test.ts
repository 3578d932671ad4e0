import { describe, test } from 'vitest'
import { FixedWindow } from '#kata/06-fixed-window/fixed-window.ts'
import { allowed, decidesNew, denied, isAllowed, isDenied, type Request, times } from '#support'

const limiter = (limit: number, windowMs: number, requests: readonly Request[]) =>
  decidesNew(FixedWindow, [{ limit, windowMs }], requests)

// Asks for `allowed` and nothing else.
describe('step 1: allowed', () => {
  test('a frame allows limit requests and denies the next', () => {
    limiter(3, 1000, [
      [0, isAllowed],
      [10, isAllowed],
      [10, isAllowed],
      [10, isDenied],
      [999, isDenied],
    ])
  })

  test('a frame ends before its last instant: windowMs itself is in the next one', () => {
    limiter(1, 1000, [
      [0, isAllowed],
      [999, isDenied],
      [1000, isAllowed],
      [1999, isDenied],
      [2000, isAllowed],
    ])
  })

  test('frames lie on the clock, wherever the first request falls', () => {
    limiter(1, 1000, [
      [900, isAllowed],
      [999, isDenied],
      [1000, isAllowed], // 100 ms after the first, and in another frame
      [1900, isDenied],
      [2000, isAllowed],
    ])
  })

  test('the flaw: 100 at 59.9 s and 100 at 60.1 s are all allowed', () => {
    limiter(100, 60_000, [
      ...times(100, 59_900, isAllowed),
      ...times(100, 60_100, isAllowed), // 200 in 0.2 s, where 100 a minute was promised
      [60_100, isDenied],
    ])
    limiter(5, 60_000, [
      ...times(5, 59_999, isAllowed),
      ...times(5, 60_000, isAllowed),
      [60_000, isDenied],
    ])
  })

  test('after idle frames the limit holds as before', () => {
    limiter(2, 1000, [
      ...times(2, 0, isAllowed),
      [0, isDenied],
      ...times(2, 3500, isAllowed),
      ...times(3, 3500, isDenied),
      [3999, isDenied],
      ...times(2, 4000, isAllowed),
      [4000, isDenied],
    ])
  })

  test('what a frame did not use is gone with it', () => {
    limiter(2, 1000, [
      [0, isAllowed],
      ...times(2, 1000, isAllowed),
      [1000, isDenied],
      ...times(2, 50_000, isAllowed),
      [50_000, isDenied],
    ])
  })

  test('denied requests spend nothing, in this frame or the next', () => {
    limiter(2, 3000, [
      [0, isAllowed],
      [100, isAllowed],
      [200, isDenied],
      [3000, isAllowed],
      [3100, isAllowed],
    ])
    limiter(2, 1000, [
      ...times(2, 0, isAllowed),
      ...times(100, 999, isDenied),
      ...times(2, 1000, isAllowed),
      [1000, isDenied],
    ])
  })

  test('a limit may be large: 300 are allowed, and not one more', () => {
    limiter(300, 1000, [...times(300, 0, isAllowed), [0, isDenied]])
  })

  test('windows need not be whole seconds', () => {
    limiter(1, 1500, [
      [1400, isAllowed],
      [1499, isDenied],
      [1500, isAllowed],
      [2999, isDenied],
      [3000, isAllowed],
    ])
  })
})

// Asks for `allowed` and `remaining`.
describe('step 2: remaining', () => {
  const left = (remaining: number) => ({ allowed: true, remaining })
  const none = { allowed: false, remaining: 0 }

  test('remaining counts down to 0, this request counted', () => {
    limiter(3, 1000, [
      [0, left(2)],
      [0, left(1)],
      [999, left(0)],
    ])
    limiter(1, 1000, [[0, left(0)]])
  })

  test('however many are denied, remaining stays at 0', () => {
    limiter(2, 1000, [[0, left(1)], [0, left(0)], ...times(20, 10, none), [999, none]])
  })

  test('remaining counts down from a limit as large as numbers go', () => {
    for (const limit of [3_000_000_000, Number.MAX_SAFE_INTEGER]) {
      limiter(limit, 1000, [
        [0, left(limit - 1)],
        [0, left(limit - 2)],
      ])
    }
  })

  test('each frame begins with the whole limit and no more', () => {
    limiter(3, 1000, [
      [0, left(2)],
      [1000, left(2)], // two were not used: they are not added
      ...times(1, 1000, left(1)),
      [2000, left(2)],
      [2000, left(1)],
      [2000, left(0)],
      ...times(5, 2000, none),
      [3000, left(2)],
      [900_000, left(2)],
      [Number.MAX_SAFE_INTEGER, left(2)],
    ])
  })
})

// Asks for the whole decision.
describe('step 3: retryAfterMs', () => {
  test('a denied request waits for the end of its frame', () => {
    limiter(2, 1000, [
      [300, allowed(1)],
      [900, allowed(0)],
      [950, denied(50)],
      [999, denied(1)],
      [1000, allowed(1)],
      [1000, allowed(0)],
      [1001, denied(999)],
      [5200, allowed(1)],
      [5200, allowed(0)],
      [5200, denied(800)],
    ])
  })

  test('at the first instant of a frame the wait is the whole window', () => {
    limiter(1, 1000, [
      [0, allowed(0)],
      [0, denied(1000)],
      [7000, allowed(0)],
      [7000, denied(1000)],
    ])
  })

  test('asking again does not lengthen the wait', () => {
    limiter(1, 1500, [
      [0, allowed(0)],
      [1200, denied(300)],
      [1200, denied(300)],
      [1300, denied(200)],
      [1499, denied(1)],
      [1500, allowed(0)],
    ])
  })
})
