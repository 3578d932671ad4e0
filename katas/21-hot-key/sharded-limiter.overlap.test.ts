import { describe, test } from 'vitest'
import { SyncedLimiter } from '#kata/21-hot-key/sharded-limiter.ts'
import { allowed, denied, SyncedPods } from '#support'

const MINUTE = 60_000
const T = 1_760_000_040_000

/** Pods with a `SyncedLimiter` each, and one store. */
const podsOf = (limit: number, windowMs = MINUTE) =>
  new SyncedPods(
    `new SyncedLimiter({ limit: ${limit}, windowMs: ${windowMs} }) on each pod`,
    (store) => new SyncedLimiter({ key: 'rl:big', limit, windowMs, store }),
  )

describe('a sync that takes its time', () => {
  test('what it has taken along still counts here, and what comes meanwhile too', async () => {
    const pods = podsOf(4)
    pods.letIn('A', T, 2)
    await pods.begin('A')
    pods.ask('A', T, allowed(1))
    pods.ask('A', T, allowed(0))
    pods.ask('A', T, denied(MINUTE))
    await pods.answer()
    pods.ask('A', T, denied(MINUTE))
    await pods.settle()
    if (pods.total !== 4) throw pods.wrong('  expected 4: so many were let in')
  })

  test('a failed one rejects as the store does, and the next one adds what it could not', async () => {
    const pods = podsOf(10)
    pods.letIn('A', T, 3)
    await pods.failingSync('A')
    pods.ask('A', T, allowed(6))
    await pods.failingSync('A')
    await pods.sync('A')
    if (pods.total !== 4) throw pods.wrong('  expected 4: so many were let in')
    pods.ask('A', T, allowed(5))
  })

  test('one that fails late loses nothing of what came meanwhile', async () => {
    const pods = podsOf(10)
    pods.letIn('A', T, 3)
    await pods.begin('A')
    pods.letIn('A', T, 2)
    await pods.fail('A')
    pods.ask('A', T, allowed(4))
    await pods.settle()
    if (pods.total !== 6) throw pods.wrong('  expected 6: so many were let in')
  })

  test('two that overlap count nothing twice and lose nothing', async () => {
    for (const failed of [false, true]) {
      const pods = podsOf(10)
      pods.letIn('A', T, 3)
      await pods.begin('A')
      pods.letIn('A', T, 2)
      await pods.begin('A')
      pods.letIn('A', T, 1)
      await (failed ? pods.fail('A') : pods.answer('A'))
      await pods.settle()
      if (pods.total !== 6) throw pods.wrong('  expected 6: so many were let in')
      pods.ask('A', T, allowed(3))
    }
  })

  test('one that begins while another is under way adds what is new since then', async () => {
    const pods = podsOf(10)
    pods.letIn('A', T, 1)
    await pods.begin('A')
    pods.letIn('A', T, 1)
    await pods.begin('A')
    await pods.finish()
    if (pods.total !== 2) throw pods.wrong('  expected 2: so many were let in before sync 2')
  })

  test('it learns what others let in, though it has nothing to add itself', async () => {
    const pods = podsOf(10)
    pods.letIn('A', T, 1)
    await pods.sync('A')
    pods.letIn('A', T, 1)
    await pods.begin('A')
    await pods.count()
    pods.letIn('B', T, 3)
    await pods.sync('B')
    await pods.begin('A')
    await pods.finish()
    pods.ask('A', T, allowed(4))
  })

  test('what was answered counts, though the sync that began after it fails', async () => {
    const pods = podsOf(10)
    pods.letIn('B', T, 3)
    await pods.sync('B')
    pods.letIn('A', T, 2)
    await pods.begin('A')
    await pods.begin('A')
    await pods.answer('A', 1)
    await pods.fail('A')
    await pods.finish()
    pods.ask('A', T, allowed(4))
  })

  test('it adds and learns, though a sync of the last frame is still under way', async () => {
    const pods = podsOf(10)
    pods.letIn('A', T, 2)
    await pods.begin('A')
    const next = T + MINUTE
    pods.letIn('A', next, 1)
    await pods.begin('A')
    await pods.count()
    pods.letIn('B', next, 3)
    await pods.sync('B')
    await pods.begin('A')
    await pods.finish()
    if (pods.total !== 6) throw pods.wrong('  expected 6 in all: so many were let in')
    pods.ask('A', next, allowed(5))
  })

  test('what comes in the same moment is neither lost nor told twice', async () => {
    const pods = podsOf(10)
    pods.letIn('A', T, 1)
    await pods.begin('A', () => pods.letIn('A', T, 2))
    await pods.settle()
    if (pods.total !== 3) throw pods.wrong('  expected 3: so many were let in')
    const twice = podsOf(10)
    twice.letIn('A', T, 1)
    const second: Promise<void>[] = []
    await twice.begin('A', () => second.push(twice.begin('A')))
    await Promise.all(second)
    await twice.settle()
    if (twice.total !== 1) throw twice.wrong('  expected 1: so many were let in')
  })
})

/** In what a frame's number may be cut: decimal, binary, of base 36, and the units of time. */
const CUTS = [
  ...[10, 2, 36].flatMap((base) => Array.from({ length: 36 }, (_, i) => base ** i)),
  ...[60, 3600, 24, 1440, 86_400, 7 * 86_400, 365 * 86_400],
]

/** The beginnings of the frames that are alike with that of T if their numbers are cut there, in order. */
const frames = (windowMs: number) =>
  [...new Set(CUTS)]
    .map((cut) => T - windowMs * cut)
    .filter((at) => at > 0)
    .sort((a, b) => a - b)

describe('the next frame', () => {
  test('it starts at 0 on every pod, and in the store', async () => {
    const pods = podsOf(3, 1000)
    pods.letIn('A', T, 3)
    await pods.sync('A')
    pods.letIn('A', T + 1000, 1)
    await pods.sync('A')
    pods.ask('B', T + 1500, allowed(2))
    await pods.sync('B')
    pods.ask('B', T + 1500, allowed(0))
  })

  test('each frame has a key of its own, however short or far away it is', async () => {
    for (const [windowMs, times] of [
      [500, [0, 500, 1000, 60_000, T, T + 500]],
      [1000, [0, 1000, 10_000, 60_000, 3_600_000, 86_400_000, T, T + 60_000]],
      [100, [0, 100, ...frames(100), T, T + 100]],
      [1000, [0, ...frames(1000), T]],
    ] as const) {
      const pods = podsOf(3, windowMs)
      for (const now of times) {
        pods.letIn('A', now, 2)
        await pods.sync('A')
        pods.ask('A', now, allowed(0))
        pods.ask('A', now + 40, denied(windowMs - 40))
      }
    }
  })

  test('what was not told of the last frame is not added to it', async () => {
    const pods = podsOf(3, 1000)
    pods.letIn('A', T, 3)
    pods.letIn('A', T + 1000, 1)
    await pods.sync('A')
    pods.ask('B', T + 1000, allowed(2))
    await pods.sync('B')
    pods.ask('B', T + 1000, allowed(0))
  })

  test('a late answer about the last frame says nothing of it', async () => {
    const pods = podsOf(3, 1000)
    pods.letIn('B', T, 2)
    await pods.sync('B')
    pods.letIn('A', T, 1)
    await pods.begin('A')
    pods.ask('A', T + 1000, allowed(2))
    await pods.answer()
    pods.ask('A', T + 1000, allowed(1))
    await pods.settle()
    pods.ask('A', T + 1000, allowed(0))
  })

  test('a sync of the last frame that fails late leaves nothing in it, and rejects all the same', async () => {
    const pods = podsOf(3, 1000)
    pods.letIn('A', T, 3)
    await pods.begin('A')
    pods.ask('A', T + 1000, allowed(2))
    await pods.fail('A')
    pods.ask('A', T + 1000, allowed(1))
    await pods.sync('A')
    pods.ask('B', T + 1000, allowed(2))
    await pods.sync('B')
    pods.ask('B', T + 1000, denied(1000))
  })
})

// Last, so that nothing that goes wrong here costs a core test.
describe('for a star', () => {
  test('stretch: answers that overtake one another count nothing twice and lose nothing', async () => {
    const pods = podsOf(10)
    pods.letIn('A', T, 3)
    await pods.begin('A')
    pods.letIn('A', T, 2)
    await pods.begin('A')
    pods.letIn('B', T, 1)
    await pods.sync('B')
    await pods.count()
    await pods.answer('A', 'newest first')
    pods.ask('A', T, allowed(3))
  })

  test('stretch: an answer that overtakes another one lets nobody be denied too early', async () => {
    const pods = podsOf(4)
    pods.letIn('A', T, 2)
    await pods.begin('A')
    pods.letIn('A', T, 1)
    await pods.begin('A')
    await pods.answer('A', 2)
    pods.ask('A', T, allowed(0))
    pods.ask('A', T, denied(MINUTE))
    await pods.finish()
    pods.ask('A', T, denied(MINUTE))
  })

  test('stretch: where one of two syncs fails, the answer to the other still says all of the other pods', async () => {
    const pods = podsOf(10)
    pods.letIn('B', T, 3)
    await pods.sync('B')
    pods.letIn('A', T, 2)
    await pods.begin('A')
    pods.letIn('A', T, 1)
    await pods.begin('A')
    await pods.fail('A', 1)
    await pods.answer('A')
    await pods.finish()
    pods.ask('A', T, allowed(3))
  })

  test('stretch: a frame of half a millisecond has a key of its own, too', async () => {
    for (const windowMs of [1 / 2, 1 / 8]) {
      const pods = podsOf(3, windowMs)
      for (let frame = -4; frame < 12; frame++) {
        pods.letIn('A', frame * windowMs, 2)
        await pods.sync('A')
        pods.ask('A', frame * windowMs, allowed(0))
      }
    }
  })
})
