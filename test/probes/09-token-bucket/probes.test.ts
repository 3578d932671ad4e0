import { TokenBucket } from '#kata/09-token-bucket/token-bucket.ts'
import { lastOf, once, probe } from '#support'

const bucket = (capacity: number, refillPerSec: number, now = 0) =>
  new TokenBucket({ capacity, refillPerSec }, now)

/**
 * A bucket that nobody can take a token from at `now`: so it does not show whether it was full at
 * first, and after one denied request nobody asks again.
 */
function drained(capacity: number, refillPerSec: number, now = 0): TokenBucket {
  const made = bucket(capacity, refillPerSec, now)
  for (let i = 0; i < capacity; i++) {
    if (!made.tryAcquire(now).allowed) break
  }
  return made
}

/**
 * Whether tokens come as they should, parts of one too. What is made of a part of a token is asked of no other
 * code: that would be one mistake in many places.
 */
const flowsSteadily = once(() => {
  const early = drained(10, 0.25).tryAcquire(2000).allowed
  const one = drained(10, 0.25)
  for (let i = 1; i <= 4; i++) one.tryAcquire(6000 * i)
  return !early && one.tryAcquire(24_000).allowed
})

/*
 * Most topics are asked in whole seconds and whole tokens, at a bucket that is drained, or as full as no
 * cap would have it. Each ends with a request that the mistake answers otherwise than the first one: code
 * that denies or allows whatever comes is nothing listed.
 */

probe('just made', (see) => {
  for (const capacity of [4, 6, 10, 100]) {
    const one = bucket(capacity, 1, 5000)
    see('allowed', () => lastOf(one, 5000, 2).allowed)
    see('allowed later', () => one.tryAcquire(1e6).allowed)
  }
})

probe('the last token', (see) => {
  for (const capacity of [2, 3, 5, 10]) {
    const one = bucket(capacity, 1)
    const full = 1000 * capacity
    see('allowed', () => lastOf(one, full, capacity - 1).allowed)
    see('allowed', () => one.tryAcquire(full).allowed)
  }
})

probe('after a long idle time', (see) => {
  for (const capacity of [1, 2, 5, 10]) {
    const one = bucket(capacity, 1)
    const now = 2000 * capacity
    see('allowed', () => lastOf(one, now, 2 * capacity).allowed)
    see('allowed', () => lastOf(one, now, 2 * capacity).allowed)
  }
})

probe('after a denied request that asked for much', (see) => {
  for (const [capacity, taken, cost] of [
    [10, 8, 5],
    [10, 9, 4],
    [6, 5, 3],
    [20, 15, 10],
  ] as const) {
    const one = bucket(capacity, 1)
    const full = 1000 * capacity
    one.tryAcquire(full, taken)
    one.tryAcquire(full, cost)
    see('allowed', () => one.tryAcquire(full).allowed)
    see('allowed later', () => one.tryAcquire(1e6).allowed)
  }
})

probe('one and a half token between two requests', (see) => {
  for (const [capacity, refillPerSec] of [
    [10, 0.25],
    [8, 0.5],
    [20, 0.125],
  ] as const) {
    const one = drained(capacity, refillPerSec)
    const step = 1500 / refillPerSec
    for (let i = 1; i <= 4; i++) see('allowed', () => one.tryAcquire(i * step).allowed)
    see('one more', () => one.tryAcquire(4 * step).allowed)
  }
})

probe('long before a token', (see) => {
  for (const [refillPerSec, now] of [
    [1, 250],
    [0.5, 500],
    [0.25, 1000],
    [0.125, 4000],
  ] as const) {
    const one = drained(5, refillPerSec)
    see('allowed', () => one.tryAcquire(now).allowed)
    see('allowed later', () => lastOf(one, 1e9, 5).allowed)
  }
})

probe('asking while the tokens come', (see) => {
  for (const cost of [5, 6]) {
    for (const refillPerSec of [1, 0.5, 0.25]) {
      const one = drained(10, refillPerSec)
      const token = 1000 / refillPerSec
      for (const tokens of [1, 2, 3]) {
        see('allowed', () => one.tryAcquire(tokens * token, cost).allowed)
      }
      see('allowed', () => one.tryAcquire(3 * token, cost).allowed)
    }
  }
})

probe('between two seconds', (see) => {
  for (const [refillPerSec, now] of [
    [2, 750],
    [4, 875],
    [8, 625],
    [8, 375],
  ] as const) {
    const one = drained(8, refillPerSec, 5000)
    see('allowed', () => one.tryAcquire(5000 + now).allowed)
    see('allowed later', () => one.tryAcquire(7000).allowed)
  }
})

probe('a step back takes nothing', (see) => {
  for (const [capacity, back] of [
    [4, 5000],
    [5, 9000],
    [8, 60_000],
    [4, 172_800_000],
  ] as const) {
    const one = bucket(capacity, 1)
    one.tryAcquire(172_800_000, 2)
    see('allowed', () => one.tryAcquire(172_800_000 - back).allowed)
    see('allowed later', () => one.tryAcquire(172_900_000).allowed)
  }
})

probe('a step back brings nothing', (see) => {
  for (const back of [5000, 9000, 60_000, 100_000]) {
    const one = drained(3, 1, 100_000)
    see('allowed', () => one.tryAcquire(100_000 - back).allowed)
    see('allowed', () => lastOf(one, 100_000 - back, 4).allowed)
  }
})

probe('asked earlier than it was made', (see) => {
  for (const now of [4000, 5000, 8000, 10_000]) {
    const one = bucket(3, 1, 10_000)
    for (let i = 0; i < 3; i++) if (!one.tryAcquire(0).allowed) break
    see('allowed', () => one.tryAcquire(now).allowed)
    see('allowed', () => lastOf(one, now, 4).allowed)
    // Only what comes before the first request is not seen.
    one.tryAcquire(0)
    see('allowed', () => one.tryAcquire(now).allowed)
  }
})

probe('after a call that throws', (see) => {
  for (const cost of [4, 0, -1, Number.NaN]) {
    const one = drained(3, 1)
    try {
      one.tryAcquire(100_000, cost)
    } catch {
      // As it should.
    }
    see('allowed', () => one.tryAcquire(0).allowed)
    see('allowed', () => lastOf(one, 0, 6).allowed)
  }
})

probe('a cost that cannot be', (see) => {
  for (const cost of [0, -1, 4, Number.NaN, Number.POSITIVE_INFINITY]) {
    see('cost', () => bucket(3, 1).tryAcquire(0, cost) && undefined)
  }
})

probe('two large ones', (see) => {
  for (const [capacity, one, other] of [
    [10, 6, 5],
    [5, 3, 3],
    [4, 3, 2],
    [8, 8, 1],
  ] as const) {
    const made = bucket(capacity, 1)
    made.tryAcquire(0, one)
    see('allowed', () => made.tryAcquire(0, other).allowed)
    see('allowed', () => lastOf(made, 0, capacity).allowed)
  }
})

probe('a part of a token is left', (see) => {
  if (!flowsSteadily()) return
  for (const tokens of [1.5, 1.25, 1.75, 2.5]) {
    const one = bucket(20, 0.25)
    const before = lastOf(one, 0, 10).remaining
    see('change of remaining', () => one.tryAcquire(4000 * tokens).remaining - before)
  }
})

probe('a wait that is not whole', (see) => {
  for (const refillPerSec of [16, 32, 64, 128, 2000]) {
    see('wait', () => drained(1, refillPerSec).tryAcquire(0).retryAfterMs)
  }
})

probe('a wait for the rest of a token', (see) => {
  if (!flowsSteadily()) return
  for (const [refillPerSec, now] of [
    [0.125, 2000],
    [0.125, 6000],
    [0.25, 1000],
    [0.5, 1000],
  ] as const) {
    see('wait', () => drained(1, refillPerSec).tryAcquire(now).retryAfterMs)
  }
})

probe('the wait after a burst', (see) => {
  for (const [capacity, refillPerSec] of [
    [5, 1],
    [10, 5],
    [3, 4],
    [8, 2],
  ] as const) {
    see('wait', () => drained(capacity, refillPerSec).tryAcquire(0).retryAfterMs)
  }
})

// A last digit is what a formula in seconds may round.
probe('a wait of years', (see) => {
  for (const twos of [-25, -26, -27, -30]) {
    see('thousands', () => Math.round(drained(1, 2 ** twos).tryAcquire(0).retryAfterMs / 1000))
  }
})

probe('a ms before a token that takes years', (see) => {
  if (!flowsSteadily()) return
  for (const twos of [31, 32, 33, 35]) {
    const one = drained(1, 1000 * 2 ** -twos)
    see('allowed', () => one.tryAcquire(2 ** twos - 1).allowed)
    see('allowed', () => lastOf(one, 2 ** twos - 1, 2).allowed)
  }
})

// One a ms, all let in: tokens with a fraction, however they are added up, are off after ten of them.
probe('tenths of a token', (see) => {
  if (!flowsSteadily()) return
  for (const [capacity, refillPerSec] of [
    [20, 100],
    [20, 200],
    [40, 300],
    [40, 400],
    [64, 900],
    [100, 600],
  ] as const) {
    const one = bucket(capacity, refillPerSec)
    const before = one.tryAcquire(1e6).remaining
    for (const ms of [10, 20]) {
      for (let i = ms - 9; i < ms; i++) one.tryAcquire(1e6 + i)
      see('change of remaining', () => one.tryAcquire(1e6 + ms).remaining - before)
    }
  }
})
