import { describe, test } from 'vitest'
import { LeakyBucket } from '#kata/10-leaky-bucket/leaky-bucket.ts'
import {
  allowed,
  answersOf,
  decidesNew,
  denied,
  isAllowed,
  isDenied,
  metered,
  type Request,
  times,
} from '#support'

// Where times lie inside an interval, it is a power of two, or they are multiples of an eighth of it:
// a level that is kept in requests, not in ms, is exact then.
const bucket = (queueLimit: number, intervalMs: number, requests: readonly Request[]) =>
  decidesNew(LeakyBucket, [{ queueLimit, intervalMs }], requests)

/** Accepted: it waits `delayMs`, and `remaining` more would be accepted at the same instant. */
const accepted = (delayMs: number, remaining: number) => ({ ...allowed(remaining), delayMs })

describe('time', () => {
  test('idle time is no credit: a burst after it waits as any other', () => {
    bucket(2, 1000, [
      [0, accepted(0, 2)],
      [30_000, accepted(0, 2)],
      [30_000, accepted(1000, 1)],
      [30_000, accepted(2000, 0)],
      ...times(28, 30_000, denied(1000)),
    ])
    bucket(0, 1000, [
      [0, accepted(0, 0)],
      [30_000, accepted(0, 0)],
      ...times(30, 30_000, denied(1000)),
    ])
  })

  test('requests an interval apart never wait', () => {
    const trickle = Array.from({ length: 200 }, (_, i): Request => [i * 1000, accepted(0, 0)])
    bucket(0, 1000, trickle)
  })

  test('a bucket that is asked each ms leaks all the same', () => {
    const polls = Array.from({ length: 64 }, (_, t): Request => [t, denied(64 - t)])
    bucket(1, 64, [[0, accepted(0, 1)], [0, accepted(64, 0)], ...polls, [64, accepted(64, 0)]])
  })

  test('times of epoch size work as small ones do', () => {
    const t = 1_760_000_000_000
    bucket(1, 1000, [
      [t, accepted(0, 1)],
      [t, accepted(1000, 0)],
      [t + 500, denied(500)],
      [t + 2500, accepted(0, 1)],
      [t + 10_000, accepted(0, 1)],
    ])
  })

  test('a jump far forward finds an idle bucket', () => {
    bucket(2, 1, [...times(3, 0, isAllowed), [Number.MAX_SAFE_INTEGER, accepted(0, 2)]])
    bucket(2, 1000, [
      ...times(3, 0, isAllowed),
      [1e15, accepted(0, 2)],
      [1e15, accepted(1000, 1)],
      [1e15, accepted(2000, 0)],
      [1e15, denied(1000)],
    ])
  })

  test('an interval may be a year', () => {
    const year = 365 * 24 * 60 * 60 * 1000
    bucket(1, year, [
      [0, accepted(0, 1)],
      [0, accepted(year, 0)],
      [1, isDenied],
    ])
    bucket(0, year, [
      [0, accepted(0, 0)],
      [year / 2, denied(year / 2)],
      [year, accepted(0, 0)],
    ])
  })

  test('an earlier now counts as the latest one seen', () => {
    bucket(1, 64, [
      [1000, accepted(0, 1)],
      [900, accepted(64, 0)], // as of 1000
      [1, denied(64)],
      [1032, denied(32)], // a denied request moves the clock, too
      [1000, denied(32)],
      [1064, accepted(64, 0)],
      [1064 - 2 * 24 * 60 * 60 * 1000, denied(64)], // two days back
      [1192, accepted(0, 1)],
      [0, accepted(64, 0)],
    ])
  })
})

// Counted, so that they end by their steps; the time is for a machine that is busy otherwise.
describe('long runs', { timeout: 10_000 }, () => {
  test('2,000 requests through a queue of 10', () => {
    let now = 0
    const calls = Array.from({ length: 2000 }, (_, i) => {
      // Three bursts, a trickle slower than the queue, and now and then a silence.
      now += i % 400 === 0 ? 5000 : i % 7 === 0 ? 256 : 16
      return { now }
    })
    const answers = answersOf({ is: 'leaky bucket', queueLimit: 10, intervalMs: 64 }, calls)
    const requests = calls.map(({ now }, i): Request => [now, answers[i]])
    metered(() => bucket(10, 64, requests))
  })

  test('a queue of 1,000 fills, and empties one by one', () => {
    const burst = (now: number, n: number, first: number, waiting: number) =>
      Array.from(
        { length: n },
        (_, i): Request => [now, accepted(first + i * 1024, 1000 - waiting - i)],
      )
    metered(() =>
      bucket(1000, 1024, [
        ...burst(0, 1001, 0, 0),
        ...burst(300 * 1024, 300, 701 * 1024, 701),
        [300 * 1024, denied(1024)],
        [1300 * 1024, accepted(1024, 999)],
        [1302 * 1024, accepted(0, 1000)],
      ]),
    )
  })
})

// Last, so that nothing that goes wrong here costs a core test.
describe('for a star', () => {
  test('stretch: negative and fractional times are times, and intervals too', () => {
    bucket(1, 0.5, [
      [-0.25, accepted(0, 1)],
      [0, accepted(0.25, 0)], // departs at 0.25
      [0.125, denied(1)], // a place is free 0.125 ms later: rounded up
      [0.25, accepted(0.5, 0)],
      [1.25, accepted(0, 1)],
    ])
    bucket(2, 1000, [
      [-5000, accepted(0, 2)],
      [-4500, accepted(500, 1)],
      [-4000, accepted(1000, 1)],
    ])
  })

  test('stretch: who asks each ms is let in just when it was promised, whatever the interval', () => {
    for (const intervalMs of [3, 7, 10, 49, 100]) {
      const polls = Array.from({ length: 10 * intervalMs }, (_, t): Request => {
        const into = t % intervalMs
        return [t, into === 0 ? accepted(0, 0) : denied(intervalMs - into)]
      })
      bucket(0, intervalMs, polls)
    }
  })
})
