import { describe, test } from 'vitest'
import { LeakyBucket } from '#kata/10-leaky-bucket/leaky-bucket.ts'
import {
  allowed,
  decidesNew,
  denied,
  isAllowed,
  isDenied,
  type Request,
  rangeError,
  refuses,
  replay,
  times,
} from '#support'

// Where times lie inside an interval, it is a power of two, or they are multiples of an eighth of it:
// a level that is kept in requests, not in ms, is exact then.
const bucket = (queueLimit: number, intervalMs: number, requests: readonly Request[]) =>
  decidesNew(LeakyBucket, [{ queueLimit, intervalMs }], requests)

/** Accepted: it waits `delayMs`, and `remaining` more would be accepted at the same instant. */
const accepted = (delayMs: number, remaining: number) => ({ ...allowed(remaining), delayMs })

// Asks for `allowed`, and when it is, for `delayMs`.
describe('the queue', () => {
  const goes = (delayMs: number) => ({ allowed: true, delayMs })

  test('a burst goes one by one: it waits 0, 1, 2 and 3 intervals', () => {
    bucket(3, 1000, [
      [0, goes(0)],
      [0, goes(1000)],
      [0, goes(2000)],
      [0, goes(3000)],
    ])
  })

  test('a request is denied when it would have to wait and queueLimit wait already', () => {
    bucket(2, 1000, [
      [0, goes(0)], // at once: it does not wait
      [0, goes(1000)],
      [0, goes(2000)],
      [0, isDenied],
      [500, isDenied],
    ])
  })

  test('a place is free when the first in the queue departs, not a ms earlier', () => {
    bucket(1, 64, [
      [0, goes(0)],
      [0, goes(64)],
      [63, isDenied],
      [64, goes(64)], // the one that departs at 64 waits no longer
      [64, isDenied],
      [127, isDenied],
      [128, goes(64)],
    ])
  })

  test('departures are an interval apart, whenever the requests came', () => {
    bucket(3, 64, [
      [0, goes(0)], // departs at 0
      [16, goes(48)], // at 64
      [32, goes(96)], // at 128
      [64, goes(128)], // at 192
      [65, goes(191)], // at 256
      [66, isDenied],
      [200, goes(120)], // at 320: only the one at 256 waits
      [400, goes(0)], // the one at 320 is more than an interval ago
      [401, goes(63)],
    ])
  })

  test('an interval begins at a departure, not at a multiple of itself', () => {
    bucket(1, 64, [
      [40, goes(0)],
      [64, goes(40)],
      [103, isDenied],
      [104, goes(64)],
    ])
  })

  test('the queue empties: later bursts find all its places', () => {
    const rounds = Array.from({ length: 20 }, (_, i): Request[] => [
      [i * 4096, goes(0)],
      [i * 4096, goes(1024)],
      [i * 4096, goes(2048)],
      [i * 4096, isDenied],
      [i * 4096 + 2048, goes(1024)],
    ])
    bucket(2, 1024, rounds.flat())
  })

  test('a denied request takes no place', () => {
    bucket(1, 1000, [
      [0, goes(0)],
      [0, goes(1000)],
      ...times(50, 0, isDenied),
      ...times(50, 500, isDenied),
      [1000, goes(1000)],
    ])
  })

  test('with queueLimit 0 nobody waits', () => {
    bucket(0, 64, [
      [0, goes(0)],
      [0, isDenied],
      [63, isDenied],
      [64, goes(0)],
      [100, isDenied],
      [128, goes(0)],
    ])
  })
})

test('remaining counts the free places in the queue', () => {
  const left = (remaining: number) => ({ allowed: true, remaining })
  const none = { allowed: false, remaining: 0 }
  bucket(2, 1000, [
    [0, left(2)], // goes at once: it takes no place
    [0, left(1)],
    [0, left(0)],
    ...times(20, 0, none),
    [1000, left(0)], // those of 2000 and 3000 wait
    [2500, left(0)], // 3000 and 4000
    [4500, left(1)], // 5000
    [9000, left(2)],
  ])
  bucket(0, 1000, [
    [0, left(0)],
    [500, none],
    [1000, left(0)],
  ])
  bucket(5000, 1000, [[0, left(5000)]])
})

test('a denied request comes back when the first in the queue departs', () => {
  bucket(2, 1000, [
    ...times(3, 0, isAllowed),
    [0, denied(1000)],
    ...times(20, 500, denied(500)),
    [999, denied(1)],
    [1000, isAllowed],
    [1000, denied(1000)],
  ])
  bucket(0, 64, [
    [0, isAllowed],
    [0, denied(64)], // nobody waits: it is its own turn that it comes back for
    [63, denied(1)],
    [64, isAllowed],
    [100, denied(28)],
  ])
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
