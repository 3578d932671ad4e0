import { SlidingLog } from '#kata/07-sliding-log/sliding-log.ts'
import { lastOf, probe, probeMemory } from '#support'

/*
 * A window holds ten, and it is the last of some requests that is noted (see lastOf): who lets one too many
 * in has the same there. Requests come a ms apart, at times that are the same in whole seconds, so that
 * only the topics of their own show who keeps one a ms, or seconds.
 */

const LIMIT = 10
const WINDOW = 10_000

/** A limiter that has seen these: from which instant on, and how many requests, `step` ms apart. */
function after(...seen: readonly (readonly [now: number, n: number, step?: number])[]): SlidingLog {
  const limiter = new SlidingLog({ limit: LIMIT, windowMs: WINDOW })
  for (const [now, n, step = 1] of seen) lastOf(limiter, now, n, step)
  return limiter
}

const third = (limiter: SlidingLog, now: number) => lastOf(limiter, now, 3, 1).allowed

probe('how many in a window', (see) => {
  for (const limit of [1, 3, 5]) {
    const limiter = new SlidingLog({ limit, windowMs: WINDOW })
    for (let i = 0; i < limit + 3; i++) see('allowed', () => limiter.tryAcquire(20_000 + i).allowed)
  }
})

probe('how many at one instant', (see) => {
  for (const n of [20, 30, 60]) {
    see('allowed', () => lastOf(after(), 20_000, n).allowed)
    see('allowed', () => lastOf(after(), 20_000, n, 1).allowed)
  }
})

probe('from one frame to the next', (see) => {
  see('allowed', () => third(after([19_500, LIMIT + 2]), 20_500))
  see('allowed', () => third(after([28_100, LIMIT + 2]), 31_500))
  see('allowed', () => third(after([48_100, LIMIT + 2]), 50_500))
})

probe('later in the next frame', (see) => {
  const limiter = after([19_500, LIMIT + 2])
  see('allowed', () => third(limiter, 25_500))
  see('allowed', () => lastOf(limiter, 25_600, 5, 1).allowed)
  see('allowed', () => third(after([18_100, LIMIT + 2]), 27_500))
})

probe('just as old as the window', (see) => {
  for (const [now, windowMs] of [
    [25_000, WINDOW],
    [34_000, WINDOW],
    [45_000, 2000],
    [66_000, 4000],
  ] as const) {
    const limiter = new SlidingLog({ limit: LIMIT, windowMs })
    lastOf(limiter, now, LIMIT)
    for (const late of [0, 500]) {
      see('allowed', () => lastOf(limiter, now + windowMs + late, 3).allowed)
    }
  }
})

probe('after a silence', (see) => {
  for (const now of [45_500, 60_500, 1e9]) {
    const limiter = after([20_000, LIMIT + 2])
    for (const later of [0, 10]) see('allowed', () => limiter.tryAcquire(now + later).allowed)
  }
})

probe('after many denied', (see) => {
  for (const denied of [15, 40]) {
    const limiter = after([20_000, LIMIT + 2], [28_500, denied])
    for (const now of [35_500, 1e6]) see('allowed', () => third(limiter, now))
  }
  see('allowed', () => third(after([20_000, LIMIT + 2], [23_500, 30], [27_500, 30]), 35_500))
})

probe('what remains', (see) => {
  for (const limit of [4, 7]) {
    const limiter = new SlidingLog({ limit, windowMs: WINDOW })
    for (let i = 0; i < limit; i++) see('remaining', () => limiter.tryAcquire(20_000 + i).remaining)
  }
})

/** Who counts this one as not yet taken is not told here. */
const nearly = (remaining: number, right: number) => (remaining >= right ? 'enough' : remaining)

probe('what remains after a silence', (see) => {
  for (const n of [5, 7, 9]) {
    see('remaining', () => nearly(lastOf(after([20_000, n]), 45_500, 2, 1).remaining, LIMIT - 2))
  }
})

probe('what remains after a thousand', (see) => {
  for (const limit of [1100, 1200]) {
    const limiter = new SlidingLog({ limit, windowMs: WINDOW })
    lastOf(limiter, 20_000, limit, 1)
    see('remaining', () => nearly(limiter.tryAcquire(45_500).remaining, limit - 1))
  }
})

/** Three of them in the window, the oldest at the beginning of a frame. */
function full(): SlidingLog {
  const limiter = new SlidingLog({ limit: 3, windowMs: WINDOW })
  for (const now of [20_000, 22_000, 25_000, 25_000]) limiter.tryAcquire(now)
  return limiter
}

probe('the wait', (see) => {
  const limiter = full()
  for (const now of [26_000, 27_000, 29_000]) {
    see('wait', () => lastOf(limiter, now, 2).retryAfterMs)
  }
})

probe('the wait at an earlier time', (see) => {
  for (const now of [21_000, 22_000, 24_000]) {
    const limiter = full()
    limiter.tryAcquire(28_000)
    const { retryAfterMs } = limiter.tryAcquire(now)
    const since = new Map([
      [30_000 - 25_000, 'the latest that was allowed'],
      [30_000 - now, 'its own time'],
    ])
    see('counted from', () => since.get(retryAfterMs) ?? 'another time')
  }
})

probe('a window of months', (see) => {
  const limiter = new SlidingLog({ limit: LIMIT, windowMs: 1e10 })
  for (const now of [0, 5e9, 1e10]) lastOf(limiter, now, 5, 1000)
  for (const now of [1.08e10, 1.1e10, 1.2e10]) {
    see('allowed', () => lastOf(limiter, now, 3, 1000).allowed)
  }
})

probe('between whole seconds', (see) => {
  const limiter = after([63_900, LIMIT + 2])
  for (const now of [72_900, 73_500, 73_800]) see('allowed', () => third(limiter, now))
})

probe('the wait between the milliseconds', (see) => {
  const limiter = new SlidingLog({ limit: 1, windowMs: 12.5 })
  lastOf(limiter, 0, 3)
  for (const now of [0.25, 3.75, 12.125]) {
    const { retryAfterMs } = lastOf(limiter, now, 3)
    see('not rounded', () => retryAfterMs === 12.5 - now)
  }
})

probe('a window that cannot be', (see) => {
  for (const windowMs of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
    see('made', () => new SlidingLog({ limit: LIMIT, windowMs }) !== undefined)
  }
})

const through = (limiter: SlidingLog) => {
  lastOf(limiter, 0, 100_000, 1)
}
const withWindow = (windowMs: number) => () => new SlidingLog({ limit: LIMIT, windowMs })

// Who counts the denied keeps them: that is one mistake, not two.
const leavesTheDeniedOut = () => third(after([20_000, LIMIT + 2], [28_500, 15]), 35_500)

probeMemory('memory, never full', withWindow(5), through)
probeMemory('memory, full now and then', withWindow(11), through)
probeMemory('memory, denied', withWindow(1e9), through, leavesTheDeniedOut)
