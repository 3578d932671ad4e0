import { SlidingCounter } from '#kata/08-sliding-counter/sliding-counter.ts'
import { countAllowed, lastOf, probe, probeMemory } from '#support'

/*
 * Windows are powers of two, so that every form of the formula is exact. Half-way through a frame the part
 * that has gone by is as large as the one that has not, and with 16 in the frame before the share is whole
 * at each 64th ms: what is asked there shows neither who weighs by the wrong part nor who rounds.
 */

const LIMIT = 16
const WINDOW = 1024
const HALF = 512

/** A limiter that has seen these: the instant, and how many requests there. */
function after(...seen: readonly (readonly [now: number, n: number])[]): SlidingCounter {
  const limiter = new SlidingCounter({ limit: LIMIT, windowMs: WINDOW })
  for (const [now, n] of seen) lastOf(limiter, now, n)
  return limiter
}

/** How many of more than enough requests at `now` are let in. */
const letIn = (limiter: SlidingCounter, now: number, n = LIMIT + 4) =>
  countAllowed(
    limiter,
    Array.from({ length: n }, () => now),
  )

probe('the share of the frame before', (see) => {
  for (const t of [256, HALF, 768]) see('let in', () => letIn(after([0, LIMIT]), WINDOW + t))
  see('let in', () => letIn(after([0, 8]), WINDOW + 128))
})

probe('a share that is not whole', (see) => {
  for (const [t, right] of [
    [272, 5],
    [304, 5],
    [784, 13],
    [816, 13],
  ] as const) {
    see('one fewer', () => letIn(after([0, LIMIT]), WINDOW + t) === right - 1)
  }
})

probe('after many denied', (see) => {
  for (const denied of [4, 8, 40]) {
    see('let in', () => letIn(after([0, LIMIT + denied]), WINDOW + HALF))
  }
})

probe('after an idle frame', (see) => {
  for (const now of [2 * WINDOW + HALF, 3 * WINDOW + HALF, 9 * WINDOW + 256]) {
    see('let in', () => letIn(after([0, LIMIT]), now))
  }
})

probe('frames lie on the clock', (see) => {
  see('let in', () => letIn(after([1000, LIMIT]), WINDOW + HALF))
  see('let in', () => letIn(after([HALF, LIMIT]), WINDOW + HALF))
  see('let in', () => letIn(after([640, LIMIT]), WINDOW + HALF))
  see('let in', () => letIn(after([768, LIMIT]), 2 * WINDOW + HALF))
})

probe('an earlier frame', (see) => {
  for (const now of [HALF, 2 * WINDOW + HALF, WINDOW + 256]) {
    see('let in', () => letIn(after([3 * WINDOW, LIMIT]), now))
  }
})

probe('a silence of 2^32 frames', (see) => {
  for (const frames of [2 ** 32, 2 ** 32 + 1, 2 ** 33]) {
    see('let in', () => letIn(after([HALF, LIMIT]), frames * WINDOW + HALF))
  }
})

probe('what remains, with a whole share', (see) => {
  const limiter = after([0, LIMIT])
  for (let i = 0; i < 4; i++) {
    see('remaining', () => limiter.tryAcquire(WINDOW + HALF).remaining)
  }
})

probe('what remains, with a share that is not whole', (see) => {
  for (const t of [784, 800, 816]) {
    const { remaining } = after([0, LIMIT]).tryAcquire(WINDOW + t)
    see('one fewer', () => remaining === 12 - 1)
  }
})

probe('the wait until the frame before counts for less', (see) => {
  for (const [t, right, wait] of [
    [256, 4, 1],
    [272, 5, 49],
    [512, 8, 1],
    [528, 9, 49],
  ] as const) {
    const { allowed, retryAfterMs } = lastOf(after([0, LIMIT]), WINDOW + t, right + 2)
    see('one ms less', () => !allowed && retryAfterMs === wait - 1)
  }
  // Later, when even who weighs by the wrong part denies.
  for (const [t, right] of [
    [512, 8],
    [528, 9],
    [768, 12],
    [784, 13],
  ] as const) {
    const { allowed, retryAfterMs } = lastOf(after([0, LIMIT]), WINDOW + t, right + 2)
    const left = WINDOW - t
    see('to the end of the frame', () => !allowed && Math.abs(retryAfterMs - left) <= 1)
  }
})

probe('the wait in a full frame', (see) => {
  for (const now of [1, HALF, 1000]) {
    const { retryAfterMs } = lastOf(after([0, LIMIT + 4]), now, 3)
    see('to its end', () => retryAfterMs === WINDOW - now)
  }
})

probe('a wait of more than 32 bits', (see) => {
  const windowMs = 2 ** 36
  for (const [limit, t, wait] of [
    [2, 1, 2 ** 35],
    [2, 5, 2 ** 35 - 4],
    [4, 1, 2 ** 34],
    [4, 9, 2 ** 34 - 8],
  ] as const) {
    const limiter = new SlidingCounter({ limit, windowMs })
    lastOf(limiter, 0, limit)
    const { retryAfterMs } = lastOf(limiter, windowMs + t, limit + 1)
    see('cut', () => retryAfterMs === (wait | 0))
  }
})

probe('shares that no float is', (see) => {
  for (const [limit, previous, t, right] of [
    [60, 50, 20_400, 27],
    [60, 60, 25_000, 25],
    [60, 50, 30_000, 35],
    [100, 100, 20_400, 34],
    [100, 100, 45_000, 75],
  ] as const) {
    const limiter = new SlidingCounter({ limit, windowMs: 60_000 })
    lastOf(limiter, 0, previous)
    see('one more', () => letIn(limiter, 60_000 + t, limit + 4) === right + 1)
  }
})

probe('times below zero', (see) => {
  see('let in', () => letIn(after([-2 * WINDOW, LIMIT]), -HALF))
  see('let in', () => letIn(after([-3 * WINDOW, LIMIT]), -WINDOW - HALF))
  see('let in', () => letIn(after([-WINDOW, LIMIT]), HALF))
})

probe('a limit that cannot be', (see) => {
  for (const limit of [0, -1, 1.5, Number.NaN]) {
    see('made', () => new SlidingCounter({ limit, windowMs: WINDOW }) !== undefined)
  }
})

const withLimit = (limit: number) => () => new SlidingCounter({ limit, windowMs: 8 })
const requests = (n: number, step: number) => (limiter: SlidingCounter) => {
  lastOf(limiter, 0, n, step)
}

probeMemory('memory, a request in each frame', withLimit(4), requests(30_000, 8))
probeMemory('memory, a request in every third frame', withLimit(4), requests(30_000, 24))
probeMemory('memory, many in one frame', withLimit(1_000_000), requests(100_000, 0))
probeMemory('memory, many denied', withLimit(4), requests(100_000, 0))
