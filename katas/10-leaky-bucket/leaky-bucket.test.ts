import { describe, test } from 'vitest'
import { LeakyBucket } from '#kata/10-leaky-bucket/leaky-bucket.ts'
import {
  allowed,
  decides,
  denied,
  isAllowed,
  isDenied,
  leakyBucketRule,
  Model,
  metered,
  type Request,
  rangeError,
  refuses,
  replay,
  times,
} from '#support'

// Where times lie inside an interval, it is a power of two, or they are multiples of an eighth of it:
// a level that is kept in requests, not in ms, is exact then.
const bucket = (queueLimit: number, intervalMs: number, requests: readonly Request[]) =>
  decides(
    `new LeakyBucket({ queueLimit: ${queueLimit}, intervalMs: ${intervalMs} })`,
    () => new LeakyBucket({ queueLimit, intervalMs }),
    requests,
  )

/** Accepted: it waits `delayMs`, and `remaining` more would be accepted at the same instant. */
const accepted = (delayMs: number, remaining: number) => ({ ...allowed(remaining), delayMs })

describe('the queue', () => {
  test('a burst goes one by one: it waits 0, 1, 2 and 3 intervals', () => {
    bucket(3, 1000, [
      [0, accepted(0, 3)],
      [0, accepted(1000, 2)],
      [0, accepted(2000, 1)],
      [0, accepted(3000, 0)],
    ])
  })

  test('a request is denied when it would have to wait and queueLimit wait already', () => {
    bucket(2, 1000, [
      [0, accepted(0, 2)], // goes at once: it does not wait
      [0, accepted(1000, 1)],
      [0, accepted(2000, 0)],
      [0, denied(1000)],
      [500, denied(500)],
    ])
  })

  test('a place is free when the first in the queue departs, not a ms earlier', () => {
    bucket(1, 64, [
      [0, accepted(0, 1)],
      [0, accepted(64, 0)],
      [63, denied(1)],
      [64, accepted(64, 0)], // the one that departs at 64 waits no longer
      [64, denied(64)],
      [127, denied(1)],
      [128, accepted(64, 0)],
    ])
  })

  test('departures are an interval apart, whenever the requests came', () => {
    bucket(3, 64, [
      [0, accepted(0, 3)], // departs at 0
      [16, accepted(48, 2)], // at 64
      [32, accepted(96, 1)], // at 128
      [64, accepted(128, 1)], // at 192
      [65, accepted(191, 0)], // at 256
      [66, denied(62)],
      [200, accepted(120, 1)], // at 320: only the one at 256 waits
      [400, accepted(0, 3)], // the one at 320 is more than an interval ago
      [401, accepted(63, 2)],
    ])
  })

  test('an interval begins at a departure, not at a multiple of itself', () => {
    bucket(1, 64, [
      [40, accepted(0, 1)],
      [64, accepted(40, 0)],
      [103, denied(1)],
      [104, accepted(64, 0)],
    ])
  })

  test('the queue empties: later bursts find all its places', () => {
    const rounds = Array.from({ length: 20 }, (_, i): Request[] => [
      [i * 4096, accepted(0, 2)],
      [i * 4096, accepted(1024, 1)],
      [i * 4096, accepted(2048, 0)],
      [i * 4096, denied(1024)],
      [i * 4096 + 2048, accepted(1024, 1)],
    ])
    bucket(2, 1024, rounds.flat())
  })

  test('a denied request takes no place', () => {
    bucket(1, 1000, [
      [0, accepted(0, 1)],
      [0, accepted(1000, 0)],
      ...times(50, 0, denied(1000)),
      ...times(50, 500, denied(500)),
      [1000, accepted(1000, 0)],
    ])
  })

  test('with queueLimit 0 nobody waits', () => {
    bucket(0, 64, [
      [0, accepted(0, 0)],
      [0, denied(64)],
      [63, denied(1)],
      [64, accepted(0, 0)],
      [100, denied(28)],
      [128, accepted(0, 0)],
    ])
  })
})

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

describe('errors', () => {
  test('now must be finite; a call that threw has changed nothing', () => {
    for (const now of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
      bucket(1, 1000, [
        [now, rangeError('now', now)],
        [0, accepted(0, 1)],
        [now, rangeError('now', now)],
        [0, accepted(1000, 0)],
        [now, rangeError('now', now)],
        [500, denied(500)],
      ])
    }
  })

  test('queueLimit must be an integer of at least 0', () => {
    for (const queueLimit of [-1, 1.7, Number.NaN, Number.POSITIVE_INFINITY]) {
      const make = () => new LeakyBucket({ queueLimit, intervalMs: 1000 })
      refuses(`new LeakyBucket({ queueLimit: ${queueLimit}, … })`, make, 'queueLimit', queueLimit)
    }
  })

  test('intervalMs must be positive and finite', () => {
    for (const intervalMs of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
      const make = () => new LeakyBucket({ queueLimit: 1, intervalMs })
      refuses(`new LeakyBucket({ …, intervalMs: ${intervalMs} })`, make, 'intervalMs', intervalMs)
    }
  })
})

test('two buckets know nothing of each other', () => {
  const [one, other] = [1, 2].map(() => new LeakyBucket({ queueLimit: 1, intervalMs: 1000 }))
  const ask = (bucket: LeakyBucket | undefined, now: number, decision: object) =>
    replay('new LeakyBucket({ … }), beside another', () => bucket as object, [
      ['tryAcquire', [now], decision],
    ])
  ask(one, 5000, accepted(0, 1))
  ask(one, 5000, accepted(1000, 0))
  ask(other, 0, accepted(0, 1))
  ask(other, 0, accepted(1000, 0))
  ask(one, 5500, denied(500))
})

// Counted, so that they end by their steps; the time is for a machine that is busy otherwise.
describe('long runs', { timeout: 10_000 }, () => {
  test('2,000 requests through a queue of 10', () => {
    const model = new Model(leakyBucketRule({ queueLimit: 10, intervalMs: 64 }))
    let now = 0
    const requests = Array.from({ length: 2000 }, (_, i): Request => {
      // Three bursts, a trickle slower than the queue, and now and then a silence.
      now += i % 400 === 0 ? 5000 : i % 7 === 0 ? 256 : 16
      return [now, model.tryAcquire(now)]
    })
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
