import { describe, test } from 'vitest'
import { TokenBucket } from '#kata/09-token-bucket/token-bucket.ts'
import {
  allowed,
  decidesNew,
  denied,
  EPOCH,
  isAllowed,
  isDenied,
  type Request,
  times,
} from '#support'

/** A bucket made at `now`, 0 if it is left out. */
function bucket(capacity: number, refillPerSec: number, requests: readonly Request[], now = 0) {
  decidesNew(TokenBucket, [{ capacity, refillPerSec }, now], requests)
}

/** `n` requests one after the other at one instant, which leave nothing. */
const drain = (n: number, now: number) =>
  Array.from({ length: n }, (_, i): Request => [now, allowed(n - 1 - i)])

/** Requests at these times, of which just those in `letIn` are allowed. */
const just = (letIn: readonly number[], nows: readonly number[]) =>
  nows.map((now): Request => [now, letIn.includes(now) ? isAllowed : isDenied])

const every = (step: number, from: number, to: number) =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, i) => from + i * step)

describe('tokens', () => {
  test('10 of 12 at once, the rest in 200 ms; a second later five more', () => {
    bucket(10, 5, [
      ...drain(10, 0),
      [0, denied(200)],
      [0, denied(200)],
      ...drain(5, 1000),
      [1000, denied(200)],
    ])
  })

  test('a bucket is full when it is made, whenever that is', () => {
    for (const now of [0, 125, 1_000_000, EPOCH]) {
      bucket(3, 4, [...drain(3, now), [now, denied(250)], [now + 250, allowed(0)]], now)
    }
  })

  test('tokens flow in steadily, not once a second', () => {
    bucket(4, 2, [
      ...drain(4, 0),
      [250, isDenied],
      [500, allowed(0)],
      [1750, allowed(1)], // two and a half have come
      [2000, allowed(1)],
    ])
  })

  test('a part of a token is kept until the rest of it has come', () => {
    bucket(2, 4, [
      ...drain(2, 0),
      [375, allowed(0)], // half a token is left
      [500, allowed(0)],
      [625, denied(125)],
      [750, allowed(0)],
    ])
  })

  test('asking while it waits does not make a client wait longer', () => {
    bucket(1, 2, [
      [0, allowed(0)],
      [125, denied(375)],
      [250, denied(250)],
      [375, denied(125)],
      [500, allowed(0)],
    ])
    bucket(1, 1, just([0, 1000, 2000, 3000], every(125, 0, 3000)))
  })

  test('a denied request takes nothing', () => {
    bucket(2, 1, [...drain(2, 0), ...times(10, 0, denied(1000)), [1000, allowed(0)]])
    bucket(10, 1, [
      [[0, 8], allowed(2)],
      [[0, 5], denied(3000, 2)],
      [[0, 2], allowed(0)],
    ])
  })

  test('a bucket that idles holds no more than capacity', () => {
    bucket(1, 1, [[30_000, allowed(0)], ...times(30, 30_000, denied(1000))])
    bucket(3, 4, [...drain(3, 5000), [5000, isDenied]])
    bucket(3, 4, [...drain(3, 0), [1_000_000, allowed(2)], [1_000_125, allowed(1)]])
  })

  test('a refill of more than fits is not saved up', () => {
    bucket(10, 2, [
      [0, allowed(9)],
      [[625, 10], allowed(0)], // 1.25 have come, and one fits
      [625, denied(500)],
    ])
  })

  test('a greedy client gets the burst and the rate: 29 in the first minute', () => {
    const tokens = every(4000, 4000, 56_000)
    bucket(15, 0.25, [...drain(15, 0), ...just(tokens, every(125, 125, 59_875))])
  })

  test('a trickle at the rate or below is never denied', () => {
    bucket(1, 8, just(every(125, 0, 25_000), every(125, 0, 25_000)))
    bucket(2, 1, just(every(1125, 0, 112_500), every(1125, 0, 112_500)))
  })

  test('remaining is the whole tokens that are left', () => {
    bucket(3, 4, [
      [0, allowed(2)],
      [125, allowed(1)], // 2.5, less one
      [250, allowed(1)], // 2, less one
      [[250, 3], denied(500, 1)],
      [[375, 3], denied(375, 1)],
      [[500, 3], denied(250, 2)],
    ])
  })
})

describe('retryAfterMs', () => {
  test('the wait is until what is missing has come, not until all has', () => {
    bucket(5, 1, [...drain(5, 0), [0, denied(1000)]])
    bucket(1, 1, [
      [0, allowed(0)],
      [250, denied(750)],
      [875, denied(125)],
      [1000, allowed(0)],
    ])
  })

  test('a larger cost waits longer', () => {
    bucket(10, 5, [
      [[0, 10], allowed(0)],
      [[0, 4], denied(800)],
      [0, denied(200)],
      [[500, 4], denied(300, 2)],
      [[1000, 4], allowed(1)],
    ])
  })

  test('the wait is rounded up to whole ms', () => {
    bucket(1, 16, [
      [0, allowed(0)],
      [0, denied(63)], // 62.5
      [125, allowed(0)],
    ])
    bucket(1, 2000, [
      [0, allowed(0)],
      [0, denied(1)], // 0.5
      [1, allowed(0)],
    ])
  })

  test('a token in 4 ms: denied for 3, and let in then', () => {
    bucket(1, 250, [
      [0, allowed(0)],
      [1, denied(3)],
      [3, denied(1)],
      [4, allowed(0)],
    ])
  })
})

// Last, so that nothing that goes wrong here costs a core test.
describe('for a star', () => {
  test('stretch: a client that asks every ms is let in just when it was promised', () => {
    const waits = every(1, 1, 9).map((now): Request => [now, denied(10 - now)])
    bucket(1, 100, [[0, allowed(0)], ...waits, [10, allowed(0)]])
    bucket(1, 100, just(every(10, 0, 1000), every(1, 0, 1000)))
  })

  test('stretch: 3 a second, asked each 100 ms for two seconds: just 9 are let in', () => {
    bucket(3, 3, just([0, 100, 200, 400, 700, 1000, 1400, 1700, 2000], every(100, 0, 2000)))
  })

  test('stretch: any whole ms and rate will do', () => {
    bucket(1, 1, [
      [0, allowed(0)],
      [200, denied(800)],
    ])
    bucket(10, 2, [
      [0, allowed(9)],
      [[600, 10], allowed(0)],
    ])
    bucket(3, 6, [
      [5000, allowed(2)],
      [5010, allowed(1)],
      [5020, allowed(0)],
      [5050, denied(117)], // 0.3 of a token is there
    ])
    bucket(7, 7, [...drain(7, EPOCH), [EPOCH + 1, denied(142)], [EPOCH + 143, allowed(0)]], EPOCH)
  })

  test('stretch: negative and fractional times are times', () => {
    const requests: Request[] = [
      [-1000, allowed(0)],
      [-0.5, denied(1)],
      [0, allowed(0)],
      [0.125, denied(1000)], // 999.875
      [999.875, denied(1)],
      [1000, allowed(0)],
    ]
    bucket(1, 1, requests, -5000)
  })

  test('stretch: a cost may be a fraction of a token', () => {
    bucket(10, 2, [
      [[0, 2.5], allowed(7)], // 7.5
      [[0, 7.25], allowed(0)], // 0.25
      [[0, 0.5], denied(125)],
      [[125, 0.5], allowed(0)],
    ])
  })
})
