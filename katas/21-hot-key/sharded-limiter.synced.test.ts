import { describe, test, vi } from 'vitest'
import { SyncedLimiter } from '#kata/21-hot-key/sharded-limiter.ts'
import {
  allowed,
  asyncKeepsWithin,
  clockAt,
  denied,
  lapse,
  rangeError,
  refuses,
  replay,
  type Step,
  SyncedPods,
  Wrong,
} from '#support'

const MINUTE = 60_000
const T = 1_760_000_040_000
const YEAR = 366 * 86_400_000

/** Pods with a `SyncedLimiter` each, and one store. */
const podsOf = (limit: number, windowMs = MINUTE) =>
  new SyncedPods(
    `new SyncedLimiter({ limit: ${limit}, windowMs: ${windowMs} }) on each pod`,
    (store) => new SyncedLimiter({ key: 'rl:big', limit, windowMs, store }),
  )

const store = { add: () => Promise.reject(new Error('nobody asked for a sync')) }
const alone = (limit: number, windowMs: number, steps: readonly Step[]) =>
  replay(
    `new SyncedLimiter({ limit: ${limit}, windowMs: ${windowMs} }), no sync`,
    () => new SyncedLimiter({ key: 'rl:big', limit, windowMs, store }),
    steps,
  )
const ask = (now: number, decision: unknown): Step => ['tryAcquire', [now], decision]

describe('one pod by itself', () => {
  test('it allows limit in each frame, as a fixed window does', () => {
    alone(3, MINUTE, [
      ask(0, allowed(2)),
      ask(10, allowed(1)),
      ask(20, allowed(0)),
      ask(30, denied(59_970)),
      ask(59_999, denied(1)),
      ask(60_000, allowed(2)),
      ask(180_000, allowed(2)),
    ])
    alone(1, 1000, [ask(T + 999, allowed(0)), ask(T + 999, denied(1)), ask(T + 1000, allowed(0))])
  })

  test('an earlier now counts as the latest one seen, by a denied request too', () => {
    alone(1, 1000, [
      ask(5000, allowed(0)),
      ask(5900, denied(100)),
      ask(4000, denied(100)),
      ask(6000, allowed(0)),
      ask(5999, denied(1000)),
    ])
  })

  test('now must be finite; a call that threw has changed nothing', () => {
    for (const now of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
      alone(2, 1000, [ask(0, allowed(1)), ask(now, rangeError('now', now)), ask(0, allowed(0))])
    }
  })

  test('limit must be an integer ≥ 1, windowMs positive and finite', () => {
    const make = (limit: number, windowMs: number) =>
      new SyncedLimiter({ key: 'k', limit, windowMs, store })
    for (const limit of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      refuses(`limit: ${limit}`, () => make(limit, 1000), 'limit', limit)
    }
    for (const windowMs of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
      refuses(`windowMs: ${windowMs}`, () => make(1, windowMs), 'windowMs', windowMs)
    }
  })
})

describe('sync', () => {
  test('what other pods let in counts after the next sync', async () => {
    const pods = podsOf(5)
    pods.letIn('A', T, 2)
    await pods.sync('A')
    pods.ask('B', T + 59_000, allowed(4)) // it has not been told
    await pods.sync('B')
    pods.ask('B', T + 59_000, allowed(1))
    pods.ask('A', T + 1000, allowed(2))
    await pods.sync('B', 'A')
    pods.ask('A', T + 1000, denied(59_000))
    pods.ask('B', T + 59_000, allowed(0)) // A's third came after B had asked
    await pods.sync('B')
    pods.ask('B', T + 59_000, denied(1000))
  })

  test('what this pod let in counts once: not in the total and here again', async () => {
    const pods = podsOf(10)
    pods.letIn('A', T, 4)
    await pods.sync('A')
    pods.ask('A', T, allowed(5))
    await pods.sync('A', 'A')
    pods.ask('A', T, allowed(4))
  })

  test('it adds what is new, and that once', async () => {
    const pods = podsOf(10)
    for (const [letIn, total] of [
      [3, 3],
      [0, 3],
      [1, 4],
      [2, 6],
      [0, 6],
    ] as const) {
      pods.letIn('A', T, letIn)
      await pods.sync('A')
      if (pods.total !== total) throw pods.wrong(`  expected ${total}: so many were let in`)
    }
  })

  test('denied requests are not added', async () => {
    const pods = podsOf(2)
    pods.letIn('A', T, 2)
    for (let i = 0; i < 3; i++) pods.ask('A', T, denied(MINUTE))
    await pods.sync('A')
    if (pods.total !== 2) throw pods.wrong('  expected 2: so many were let in')
  })

  test('with nothing to add it learns the total all the same', async () => {
    const pods = podsOf(3)
    pods.letIn('A', T, 3)
    pods.ask('B', T, allowed(2))
    await pods.sync('B', 'A', 'B')
    pods.ask('B', T, denied(MINUTE))
  })

  test('before the first request there is nothing to sync', async () => {
    const pods = podsOf(3)
    await pods.sync('A')
    if (pods.totals.size > 0) throw pods.wrong('  expected that it does not: there is no frame yet')
    pods.ask('A', T, allowed(2))
    await pods.sync('A')
    if (pods.total !== 1) throw pods.wrong('  expected 1: so many were let in')
  })

  test('its keys in the store begin with key, so that two limits do not meet there', async () => {
    const keys = ['rl:big', 'rl:small']
    const unused = [...keys]
    const pods = new SyncedPods(
      `new SyncedLimiter({ key, limit: 3, windowMs: ${MINUTE} }), key rl:big on A, rl:small on B`,
      (store) =>
        new SyncedLimiter({ key: unused.shift() as string, limit: 3, windowMs: MINUTE, store }),
    )
    pods.letIn('A', T, 3)
    await pods.sync('A')
    pods.ask('B', T, allowed(2))
    await pods.sync('B')
    pods.ask('B', T, allowed(1))
    const used = [...pods.totals.keys()]
    if (keys.every((key, i) => used[i]?.startsWith(key))) return
    throw pods.wrong(`  the store's keys are ${used.join(', ')}`)
  })

  test('a pod in another process, at another time, uses the same key for the frame', async () => {
    vi.resetModules()
    const other = await import('#kata/21-hot-key/sharded-limiter.ts')
    const classes = [SyncedLimiter, other.SyncedLimiter]
    const pods = new SyncedPods(
      `new SyncedLimiter({ limit: 10, windowMs: ${MINUTE} }) on each pod, a process each`,
      (store) => {
        const Pod = classes.shift() ?? SyncedLimiter
        return new Pod({ key: 'rl:big', limit: 10, windowMs: MINUTE, store })
      },
    )
    pods.letIn('A', T, 3)
    await pods.sync('A')
    await clockAt(T + YEAR, async () => {
      pods.letIn('B', T, 1)
      await pods.sync('B')
      pods.ask('B', T, allowed(5))
    })
  })

  test('nothing syncs by itself: not after many requests, nor after a while, a denial or a failed sync', async () => {
    const [limit, quarter] = [10_000, 15 * MINUTE]
    let [total, syncing, down, byItself] = [0, false, false, 0]
    const counter = {
      async add(_key: string, n: number) {
        if (!syncing) byItself++
        if (down) throw new Error('the store is down')
        total += n
        return total
      },
    }
    const options = { key: 'rl:big', limit, windowMs: 3 * quarter, store: counter }
    let limiter: SyncedLimiter | undefined
    const sync = async (storeIsDown = false) => {
      ;[syncing, down] = [true, storeIsDown]
      await limiter?.sync().catch(() => {})
      ;[syncing, down] = [false, false]
    }
    const story: readonly (readonly [first: string, () => unknown])[] = [
      ['before any sync', () => (limiter = new SyncedLimiter(options))],
      ['after a sync, some denied', () => sync()],
      ['after a sync that failed', () => sync(true)],
      ['after a sync, in the next frame', () => sync()],
    ]
    for (const [i, [when, first]] of story.entries()) {
      await clockAt(T + i * quarter, async () => {
        const requests = async () => {
          await first()
          for (let ms = 0; ms < quarter; ms += 125) limiter?.tryAcquire(i * quarter + ms)
          await new Promise((resolve) => setImmediate(resolve))
        }
        await lapse(requests, 24 * 60 * MINUTE)
      })
      if (byItself === 0) continue
      throw new Wrong(
        `new SyncedLimiter({ limit: ${limit}, windowMs: ${options.windowMs} })\n  8 requests a second for 15 minutes, ${when}\n  add() outside of sync(): ${byItself} ×\n  expected  none`,
      )
    }
  })

  test('past the limit remaining is 0', async () => {
    const pods = podsOf(2)
    for (const pod of ['A', 'B', 'C']) pods.letIn(pod, T, 2)
    await pods.sync('A', 'B', 'C')
    pods.ask('C', T + 1, denied(MINUTE - 1))
  })
})

describe('memory', () => {
  test('100,000 frames leave nothing behind', { timeout: 20_000 }, async () => {
    const counter = { add: async (_key: string, n: number) => n }
    await asyncKeepsWithin({
      what: 'a request and a sync in each of 100,000 frames',
      make: () => new SyncedLimiter({ key: 'rl:big', limit: 3, windowMs: 1000, store: counter }),
      work: async (limiter) => {
        for (let i = 0; i < 100_000; i++) {
          limiter.tryAcquire(1000 * i)
          if (i % 2 === 0) await limiter.sync()
        }
      },
      limitBytes: 64 * 1024,
      why: 'a frame that is over decides nothing any more',
    })
  })
})
