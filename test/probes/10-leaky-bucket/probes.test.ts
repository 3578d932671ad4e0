import { LeakyBucket } from '#kata/10-leaky-bucket/leaky-bucket.ts'
import { lastOf, probe } from '#support'

const bucket = (queueLimit: number, intervalMs: number) =>
  new LeakyBucket({ queueLimit, intervalMs })

/** A bucket that was asked at these times. */
function asked(queueLimit: number, intervalMs: number, nows: readonly number[]): LeakyBucket {
  const made = bucket(queueLimit, intervalMs)
  for (const now of nows) made.tryAcquire(now)
  return made
}

const times = (n: number, now: number) => Array.from({ length: n }, () => now)

const INTERVALS = [64, 128, 1000, 4096]

/*
 * Delays are asked where all are accepted, and who is accepted where no delay matters. Most topics end with a
 * request that the mistake answers otherwise than the first one: code that denies or accepts whatever
 * comes is nothing listed.
 */

probe('alone', (see) => {
  for (const intervalMs of INTERVALS) {
    const one = bucket(5, intervalMs)
    for (const now of [0, 1e6]) see('delay', () => one.tryAcquire(now).delayMs)
  }
})

probe('the second of a burst', (see) => {
  for (const intervalMs of INTERVALS) {
    const one = bucket(5, intervalMs)
    const first = one.tryAcquire(0).delayMs
    see('longer than the first', () => one.tryAcquire(0).delayMs - first)
    see('longer than the first', () => lastOf(one, 0, 9).allowed)
  }
})

probe('those after the second of a burst', (see) => {
  for (const intervalMs of INTERVALS) {
    const one = asked(5, intervalMs, [0])
    let before = one.tryAcquire(0).delayMs
    for (let i = 0; i < 2; i++) {
      const { delayMs } = one.tryAcquire(0)
      see('longer than the one before', () => delayMs - before)
      before = delayMs
    }
    see('longer than the one before', () => lastOf(one, 0, 9).allowed)
  }
})

probe('places in the queue', (see) => {
  for (const queueLimit of [2, 3, 5, 8]) {
    const one = asked(queueLimit, 64, [0])
    if (queueLimit > 2) see('accepted', () => lastOf(one, 10, queueLimit - 2).allowed)
    for (let i = 0; i < 3; i++) see('accepted', () => one.tryAcquire(10).allowed)
  }
})

probe('just when the first in the queue departs', (see) => {
  for (const intervalMs of INTERVALS) {
    const one = asked(1, intervalMs, [0, 0])
    see('accepted', () => one.tryAcquire(intervalMs).allowed)
    see('accepted', () => one.tryAcquire(intervalMs + 1).allowed)
  }
})

probe('when a full queue has emptied', (see) => {
  for (const queueLimit of [1, 2, 3, 5]) {
    const one = asked(queueLimit, 64, times(queueLimit + 1, 0))
    const now = 64 * (queueLimit + 2)
    for (const n of [1, 1, 10]) see('accepted', () => lastOf(one, now, n).allowed)
  }
})

probe('asked more often than once an interval', (see) => {
  for (const intervalMs of INTERVALS) {
    const one = bucket(4, intervalMs)
    const step = (3 / 4) * intervalMs
    for (let i = 0; i < 6; i++) see('accepted', () => one.tryAcquire(i * step).allowed)
    see('accepted', () => one.tryAcquire(5 * step + 2 * intervalMs).allowed)
  }
})

probe('after denied requests', (see) => {
  for (const [intervalMs, n] of [
    [64, 20],
    [1000, 3],
    [128, 2],
    [256, 50],
  ] as const) {
    const one = asked(0, intervalMs, times(1 + n, 0))
    see('accepted', () => one.tryAcquire(intervalMs).allowed)
    see('accepted', () => one.tryAcquire(1e6).allowed)
  }
})

probe('a burst after a silence', (see) => {
  for (const queueLimit of [1, 2, 3, 4]) {
    const one = asked(queueLimit, 1000, [0])
    see('accepted', () => lastOf(one, 30_000, 9).allowed)
    see('accepted', () => lastOf(one, 30_000, 60).allowed)
  }
})

probe('at the next multiple of the interval', (see) => {
  for (const [intervalMs, nows, now] of [
    [64, [40, 50], 65],
    [64, [20, 30], 65],
    [64, [60, 62], 70],
    [1000, [400, 500], 1001],
  ] as const) {
    const one = asked(1, intervalMs, nows)
    for (let i = 0; i < 2; i++) see('accepted', () => one.tryAcquire(now + i).allowed)
  }
})

probe('no queue', (see) => {
  for (const intervalMs of INTERVALS) {
    const one = bucket(0, intervalMs)
    see('accepted', () => lastOf(one, 0, 2).allowed)
    see('accepted', () => lastOf(one, 0, 5).allowed)
    see('accepted', () => lastOf(bucket(1, intervalMs), 0, 9).allowed)
  }
})

probe('a long queue', (see) => {
  for (const queueLimit of [600, 900, 4000, 5000]) {
    const { remaining } = bucket(queueLimit, 1000).tryAcquire(0)
    see('more than half of it is free', () => remaining > queueLimit / 2)
  }
})

probe('when to come back', (see) => {
  for (const queueLimit of [2, 3, 5]) {
    for (const intervalMs of [64, 1000]) {
      see('wait', () => lastOf(bucket(queueLimit, intervalMs), 0, queueLimit + 2).retryAfterMs)
    }
  }
})

probe('the clock goes back after an accepted request', (see) => {
  for (const back of [100, 192, 5000, 172_800_000]) {
    const one = asked(2, 64, [172_800_000])
    see('accepted', () => one.tryAcquire(172_800_000 - back).allowed)
    see('accepted', () => one.tryAcquire(172_900_000).allowed)
  }
})

probe('the clock goes back after a denied request', (see) => {
  for (const [later, back] of [
    [32, 0],
    [48, 16],
    [16, 8],
    [63, 1],
  ] as const) {
    const one = asked(1, 64, [1024, 1024])
    const before = lastOf(one, 1024 + later, 3).retryAfterMs
    see('change of the wait', () => one.tryAcquire(1024 + back).retryAfterMs - before)
  }
})

probe('options that cannot be', (see) => {
  for (const bad of [-1, 1.7, Number.NaN, Number.POSITIVE_INFINITY]) {
    see('queueLimit', () => bucket(bad, 1000) && undefined)
  }
  for (const bad of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
    see('intervalMs', () => bucket(1, bad) && undefined)
  }
})

// Stretch, from here on.

probe('a wait that is not whole', (see) => {
  for (const intervalMs of [1.25, 2.75, 3.375, 0.25, 10.125]) {
    see('wait', () => lastOf(bucket(1, intervalMs), 0, 3).retryAfterMs)
  }
})

probe('between two ms', (see) => {
  for (const [intervalMs, nows, now] of [
    [2.875, [2.875, 3], 5],
    [3.75, [3.75, 4], 7],
    [5.75, [11.5, 12], 17],
  ] as const) {
    const one = asked(1, intervalMs, nows)
    for (let i = 0; i < 2; i++) see('accepted', () => one.tryAcquire(now).allowed)
  }
})

// All are accepted. A level in requests is off, and too high, after so many fifths, sevenths, thirds.
probe('a part of an interval again and again', (see) => {
  for (const [intervalMs, n] of [
    [5, 20],
    [5, 25],
    [5, 30],
    [7, 35],
    [3, 39],
    [5, 40],
  ] as const) {
    const one = bucket(100, intervalMs)
    const before = one.tryAcquire(0).remaining
    for (let now = 1; now < n; now++) one.tryAcquire(now)
    see('change of remaining', () => one.tryAcquire(n).remaining - before)
  }
})
