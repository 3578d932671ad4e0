import { FixedWindow } from '#kata/06-fixed-window/fixed-window.ts'
import { lastOf, probe } from '#support'

/*
 * Frames hold ten, and it is always the last of some requests that is noted (see lastOf): who lets one too
 * many in has the same there. Who is let in, what remains and the wait are asked by themselves, since the
 * kata is built in these steps.
 */

const LIMIT = 10
const WINDOW = 1000

/** A limiter that has seen these: the instant, and how many requests there. */
function after(...seen: readonly (readonly [now: number, n: number])[]): FixedWindow {
  const limiter = new FixedWindow({ limit: LIMIT, windowMs: WINDOW })
  for (const [now, n] of seen) lastOf(limiter, now, n)
  return limiter
}

probe('how many at one instant', (see) => {
  for (const limit of [1, 3, 5]) {
    const limiter = new FixedWindow({ limit, windowMs: WINDOW })
    for (let i = 0; i < limit + 3; i++) see('allowed', () => limiter.tryAcquire(5).allowed)
  }
})

probe('how many of a large limit', (see) => {
  for (const limit of [200, 256, 300, 700]) {
    const limiter = new FixedWindow({ limit, windowMs: WINDOW })
    see('too many', () => lastOf(limiter, 5, limit + 20).allowed)
  }
})

probe('a limit of more than 32 bits', (see) => {
  for (const limit of [3e9, 2 ** 31, 6e9, 2 ** 32, 1e10]) {
    const limiter = new FixedWindow({ limit, windowMs: WINDOW })
    see('allowed', () => limiter.tryAcquire(5).allowed)
  }
})

probe('frames lie on the clock', (see) => {
  see('allowed', () => lastOf(after([900, LIMIT]), 1001, 3).allowed)
  see('allowed', () => lastOf(after([2300, LIMIT]), 3200, 3).allowed)
  const limiter = after([900, 4], [1500, 6])
  see('allowed', () => lastOf(limiter, 1905, 3).allowed)
  see('allowed', () => lastOf(limiter, 1950, 5).allowed)
})

probe('the first instant belongs to the frame', (see) => {
  for (const start of [1000, 2000, 5000]) {
    for (const now of [start + 1, start + 999]) {
      see('allowed', () => lastOf(after([start, LIMIT]), now, 3).allowed)
    }
  }
})

probe('after many idle frames', (see) => {
  for (const [now, n] of [
    [50_500, 25],
    [30_700, 25],
    [90_100, 60],
  ] as const) {
    see('allowed', () => lastOf(after([500, LIMIT]), now, n).allowed)
  }
})

probe('after a frame that was not used up', (see) => {
  for (const used of [1, 4, 6]) {
    see('allowed', () => lastOf(after([10, used]), 1500, LIMIT + 3).allowed)
  }
})

probe('after a frame with many denied', (see) => {
  for (const asked of [30, 40]) {
    const limiter = after([100, asked])
    for (const now of [1500, 2600]) see('allowed', () => lastOf(limiter, now, 3).allowed)
  }
})

probe('an earlier frame', (see) => {
  for (const now of [1500, 300, 2400]) {
    see('allowed', () => lastOf(after([3500, LIMIT]), now, 3).allowed)
  }
})

probe('two limiters', (see) => {
  const [one, other] = [after([5500, LIMIT]), after()]
  other.tryAcquire(10)
  see('allowed', () => lastOf(one, 5900, 3).allowed)
  const [third, fourth] = [after([500, LIMIT]), after()]
  see('allowed', () => lastOf(fourth, 500, 3).allowed)
  see('allowed', () => lastOf(third, 700, 3).allowed)
})

probe('a silence of 2^32 frames', (see) => {
  for (const frames of [2 ** 32, 2 ** 33, 2 ** 34]) {
    see('allowed', () => lastOf(after([500, LIMIT]), frames * WINDOW + 500, 3).allowed)
  }
})

probe('frames about zero', (see) => {
  see('allowed', () => lastOf(after([-400, LIMIT]), 600, 3).allowed)
  see('allowed', () => lastOf(after([-900, LIMIT]), 200, 3).allowed)
  see('allowed', () => lastOf(after([-1400, LIMIT]), -300, 3).allowed)
})

probe('what remains', (see) => {
  for (const limit of [4, 7]) {
    const limiter = new FixedWindow({ limit, windowMs: WINDOW })
    for (let i = 0; i < limit; i++) see('remaining', () => limiter.tryAcquire(0).remaining)
  }
})

probe('what remains of a large limit', (see) => {
  for (const limit of [3e9, 6e9, 2 ** 40]) {
    const limiter = new FixedWindow({ limit, windowMs: WINDOW })
    for (let i = 0; i < 2; i++) see('remaining', () => limiter.tryAcquire(0).remaining)
  }
})

probe('what remains for the denied', (see) => {
  const limiter = after([300, LIMIT + 2])
  for (const now of [300, 310, 500, 999]) see('remaining', () => limiter.tryAcquire(now).remaining)
})

// The frame is filled at its beginning, so that those whose window begins there wait as long.
probe('the wait', (see) => {
  const limiter = after([1000, LIMIT + 2])
  for (const now of [1001, 1300, 1950, 1999]) {
    see('wait', () => lastOf(limiter, now, LIMIT + 2).retryAfterMs)
  }
})

probe('the wait at an earlier time', (see) => {
  for (const [denied, now] of [
    [900, 100],
    [700, 50],
    [400, 300],
  ] as const) {
    const { retryAfterMs } = after([1, LIMIT + 2], [denied, 1]).tryAcquire(now)
    see('counted from the earlier time', () => retryAfterMs === WINDOW - now)
  }
})

probe('the wait at epoch time', (see) => {
  for (const now of [1_760_000_000_000, 1_760_000_000_010]) {
    const limiter = new FixedWindow({ limit: LIMIT, windowMs: 10 })
    lastOf(limiter, now, LIMIT + 2)
    const { retryAfterMs } = lastOf(limiter, now + 4, LIMIT + 2)
    see('out of all bounds', () => Math.abs(retryAfterMs) > 100)
  }
})

probe('the wait between the milliseconds', (see) => {
  const limiter = new FixedWindow({ limit: LIMIT, windowMs: 12.5 })
  lastOf(limiter, 0, LIMIT + 2)
  for (const now of [0.25, 3.75, 12.125]) {
    const { retryAfterMs } = lastOf(limiter, now, 3)
    see('not rounded', () => retryAfterMs === 12.5 - now)
  }
})

probe('a limit that cannot be', (see) => {
  for (const limit of [0, -1, 1.5, Number.NaN]) {
    see('made', () => new FixedWindow({ limit, windowMs: WINDOW }) !== undefined)
  }
})
