import { describe, test } from 'vitest'
import { TokenBucket } from '#kata/09-token-bucket/token-bucket.ts'
import {
  allowed,
  answersOf,
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

const shown = (capacity: number, refillPerSec: number, now: number) =>
  showNew(TokenBucket, [{ capacity, refillPerSec }, now])

/** A bucket made at `now`, 0 if it is left out. */
function bucket(capacity: number, refillPerSec: number, requests: readonly Request[], now = 0) {
  decidesNew(TokenBucket, [{ capacity, refillPerSec }, now], requests)
}

/** `n` requests one after the other at one instant, which leave nothing. */
const drain = (n: number, now: number) =>
  Array.from({ length: n }, (_, i): Request => [now, allowed(n - 1 - i)])

describe('cost', () => {
  test('a request takes as many tokens as it costs; the whole capacity is one, too', () => {
    bucket(5, 1, [
      [[0, 2], allowed(3)],
      [[0, 3], allowed(0)],
      [[0, 1], isDenied],
      [[5000, 5], allowed(0)],
    ])
  })

  test('cost must be positive, finite and at most capacity; a call that threw has changed nothing', () => {
    for (const cost of [0, -1, 4, Number.NaN, Number.POSITIVE_INFINITY]) {
      bucket(3, 1, [
        [[0, 3], allowed(0)],
        [[0, cost], rangeError('cost', cost)],
        [0, denied(1000)],
        [[100_000, cost], rangeError('cost', cost)], // 100000 was not seen
        [1000, allowed(0)],
        [1000, denied(1000)],
      ])
    }
  })
})

describe('the clock', () => {
  test('an earlier now counts as the latest one seen', () => {
    const twoDays = 2 * 24 * 60 * 60 * 1000
    bucket(3, 4, [
      ...drain(3, twoDays),
      [0, denied(250)],
      [twoDays - 125, denied(250)],
      [twoDays + 250, allowed(0)],
    ])
    bucket(3, 4, [
      [twoDays, allowed(2)],
      [0, allowed(1)],
      [0, allowed(0)],
      [twoDays, isDenied],
    ])
  })

  test('the constructor’s now is seen', () => {
    const requests: Request[] = [
      [0, allowed(0)], // counts as of 1000
      [500, denied(1000)],
      [1875, denied(125)],
      [2000, allowed(0)],
    ]
    bucket(1, 1, requests, 1000)
  })

  test('a denied request moves the clock, too', () => {
    bucket(1, 1, [
      [0, allowed(0)],
      [500, denied(500)],
      [250, denied(500)], // counts as of 500
      [875, denied(125)],
      [1000, allowed(0)],
    ])
  })

  test('now must be finite; a call that threw has changed nothing', () => {
    for (const now of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
      bucket(2, 1, [
        [0, allowed(1)],
        [now, rangeError('now', now)],
        [0, allowed(0)],
        [now, rangeError('now', now)],
        [500, denied(500)],
      ])
      const make = () => new TokenBucket({ capacity: 1, refillPerSec: 1 }, now)
      refuses(shown(1, 1, now), make, 'now', now)
    }
  })
})

describe('long times', () => {
  test('a jump of any length fills the bucket, and no more', () => {
    for (const now of [125 * 2 ** 25, 125 * 2 ** 26, 125 * 2 ** 44]) {
      bucket(3, 4, [...drain(3, 0), ...drain(3, now), [now, denied(250)]])
    }
    bucket(3, 4, [...drain(3, 0), ...times(2, Number.MAX_SAFE_INTEGER, isAllowed)])
  })

  test('a token may take a year', () => {
    const refillPerSec = 2 ** -25 // one in 388 days
    bucket(1, refillPerSec, [
      [0, allowed(0)],
      [125, denied(33_554_431_875)],
      [33_554_431_000, isDenied],
      [33_554_433_000, allowed(0)],
      [33_554_433_000, isDenied],
    ])
    // One in 2^30 ms: a ms before, a part of it is missing that is small, and no rounding.
    bucket(1, 125 * 2 ** -27, [
      [0, allowed(0)],
      [2 ** 30 - 1, isDenied],
    ])
  })

  test('10,000 requests, many at one instant', { timeout: 10_000 }, () => {
    const calls = Array.from({ length: 10_000 }, (_, i) => ({
      now: EPOCH + 125 * Math.floor((i * i) / 20_011),
      cost: 1 + ((i * 7) % 4),
    }))
    const options = { capacity: 10, refillPerSec: 8, startedAt: EPOCH }
    const answers = answersOf({ is: 'token bucket', ...options }, calls)
    const requests = calls.map(({ now, cost }, i): Request => [[now, cost], answers[i]])
    bucket(10, 8, requests, EPOCH)
  })
})

describe('options', () => {
  test('capacity must be an integer of at least 1', () => {
    for (const capacity of [-1, 0, 1.7, Number.NaN, Number.POSITIVE_INFINITY]) {
      const make = () => new TokenBucket({ capacity, refillPerSec: 1 }, 0)
      refuses(shown(capacity, 1, 0), make, 'capacity', capacity)
    }
  })

  test('refillPerSec must be positive and finite', () => {
    for (const refillPerSec of [-1, 0, Number.NaN, Number.POSITIVE_INFINITY]) {
      const make = () => new TokenBucket({ capacity: 1, refillPerSec }, 0)
      refuses(shown(1, refillPerSec, 0), make, 'refillPerSec', refillPerSec)
    }
  })

  test('two buckets know nothing of each other', () => {
    const [one, other] = [1, 2].map((capacity) => new TokenBucket({ capacity, refillPerSec: 1 }, 0))
    decides(`${shown(1, 1, 0)}, beside another`, () => one as object, drain(1, 0))
    decides(`${shown(2, 1, 0)}, beside another`, () => other as object, drain(2, 0))
    decides(`${shown(1, 1, 0)}, beside another`, () => one as object, [[500, denied(500)]])
  })
})
