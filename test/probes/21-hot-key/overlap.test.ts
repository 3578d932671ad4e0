import { SyncedLimiter } from '#kata/21-hot-key/sharded-limiter.ts'
import { attemptAsync, once, probe, SyncedPods } from '#support'

/*
 * A sync that takes its time, or fails.
 */

const MINUTE = 60_000
const T = 1_760_000_040_000

const podsOf = (limit: number) =>
  new SyncedPods('', (store) => {
    return new SyncedLimiter({ key: 'rl:big', limit, windowMs: MINUTE, store })
  })

/** Pods of which A has let in k, after this. */
async function letIn(k: number, then: (pods: SyncedPods) => Promise<unknown>) {
  const pods = podsOf(20)
  for (let i = 0; i < k; i++) pods.ask('A', T)
  await then(pods)
  return pods
}

const countsItsOwn = once(async () => {
  const pods = podsOf(1)
  return pods.ask('A', T).allowed && !pods.ask('A', T).allowed
})

const tellsOnce = once(async () => {
  const { total } = await letIn(2, (pods) => pods.sync('A', 'A'))
  return total === 2
})

probe('synced: while a sync is under way', async (see) => {
  if (!(await countsItsOwn())) return
  for (const k of [2, 1, 5]) {
    const pods = await letIn(k, (all) => all.begin('A'))
    see('remaining', () => pods.ask('A', T).remaining)
  }
})

const toldMeanwhile = async (k: number) =>
  (
    await letIn(k, async (pods) => {
      await pods.begin('A')
      for (let i = 0; i < 3; i++) pods.ask('A', T)
      await pods.finish()
      await pods.sync('A')
    })
  ).total
const keepsWhatCame = once(async () => (await tellsOnce()) && (await toldMeanwhile(2)) === 5)

probe('synced: what comes while a sync is under way', async (see) => {
  if (!(await tellsOnce())) return
  for (const k of [2, 1, 5]) {
    const total = await toldMeanwhile(k)
    see('the store has', () => total)
  }
})

const toldByTwo = async (k: number, between: number) =>
  (
    await letIn(k, async (pods) => {
      await pods.begin('A')
      for (let i = 0; i < between; i++) pods.ask('A', T)
      await pods.begin('A')
      await pods.finish()
    })
  ).total
const overlaps = once(async () => (await keepsWhatCame()) && (await toldByTwo(2, 0)) === 2)

probe('synced: two syncs at once', async (see) => {
  if (!(await keepsWhatCame())) return
  for (const k of [2, 1, 5]) {
    const total = await toldByTwo(k, 0)
    see('the store has', () => total)
  }
})

probe('synced: a sync that begins while another is under way', async (see) => {
  if (!(await overlaps())) return
  for (const k of [2, 1, 5]) {
    const total = await toldByTwo(k, 4)
    see('the store has', () => total)
  }
})

// A sync that fails.

const down = new Error('the store is down')

/** What a sync rejects with after k requests, if it does: the store is down. */
async function rejection(k: number): Promise<unknown> {
  const store = { add: () => Promise.reject(down) }
  const limiter = new SyncedLimiter({ key: 'rl:big', limit: 20, windowMs: MINUTE, store })
  for (let i = 0; i < k; i++) limiter.tryAcquire(T)
  const outcome = await attemptAsync(() => limiter.sync())
  return 'threw' in outcome ? outcome.threw : undefined
}

probe('synced: a sync that fails', async (see) => {
  for (const k of [2, 1, 5]) {
    const error = await rejection(k)
    see('rejects', () => error !== undefined)
  }
})

probe('synced: what a failed sync could not tell', async (see) => {
  if (!(await tellsOnce())) return
  for (const k of [2, 1, 5]) {
    const { total } = await letIn(k, async (pods) => {
      await pods.failingSync('A').catch(() => {})
      await pods.sync('A')
    })
    see('the store has', () => total)
  }
})

// The end of a sync that comes in the next frame.

/** What is left in the next frame once the sync of the last one has ended so, and whether that rejected. */
async function late(end: (pods: SyncedPods) => Promise<void>, k: number) {
  const pods = await letIn(k, (all) => all.begin('A'))
  pods.ask('A', T + MINUTE)
  const ended = await attemptAsync(() => end(pods))
  const { remaining } = pods.ask('A', T + MINUTE)
  return { remaining, asTheStore: !('threw' in ended) }
}

probe('synced: an answer that comes in the next frame', async (see) => {
  if (!(await countsItsOwn())) return
  for (const k of [2, 1, 5]) {
    const { remaining } = await late((pods) => pods.answer('A'), k)
    see('remaining', () => remaining)
  }
})

probe('synced: a failure that comes in the next frame', async (see) => {
  if (!(await countsItsOwn())) return
  for (const k of [2, 1, 5]) {
    const { remaining } = await late((pods) => pods.fail('A'), k)
    see('remaining', () => remaining)
  }
})

probe('synced: whether a failure is told in the next frame', async (see) => {
  if ((await rejection(1)) !== down) return
  for (const k of [2, 1, 5]) {
    const { asTheStore } = await late((pods) => pods.fail('A'), k)
    see('rejects', () => asTheStore)
  }
})

// Stretch, from here on: of code that is right where answers come in their order.

/** What is left when two syncs, of k and 3, have been played so. */
async function afterTwo(k: number, others: number, end: (pods: SyncedPods) => Promise<void>) {
  const pods = podsOf(50)
  for (let i = 0; i < others; i++) pods.ask('B', T)
  await pods.sync('B')
  for (let i = 0; i < k; i++) pods.ask('A', T)
  await pods.begin('A')
  for (let i = 0; i < 3; i++) pods.ask('A', T)
  await pods.begin('A')
  await end(pods)
  return pods.ask('A', T).remaining
}

const answeredInOrder = once(
  async () =>
    (await overlaps()) &&
    (await countsItsOwn()) &&
    (await afterTwo(2, 4, (pods) => pods.finish())) === 40,
)

const lastComesFirst = (k: number) =>
  afterTwo(k, 0, async (pods) => {
    await pods.answer('A', 2)
    await pods.finish()
  })

probe('synced: an answer that came after a newer one', async (see) => {
  if (!(await answeredInOrder())) return
  for (const k of [2, 1, 5]) {
    const remaining = await lastComesFirst(k)
    see('remaining', () => remaining)
  }
})

probe('synced: an answer that overtakes an older one', async (see) => {
  if (!(await answeredInOrder()) || (await lastComesFirst(2)) !== 44) return
  for (const k of [2, 1, 5]) {
    const remaining = await afterTwo(k, 0, (pods) => pods.answer('A', 2))
    see('remaining', () => remaining)
  }
})

probe('synced: an answer after the failure of an older one', async (see) => {
  if (!(await answeredInOrder())) return
  for (const k of [2, 1, 5]) {
    const remaining = await afterTwo(k, 6, async (pods) => {
      await pods.fail('A', 1)
      await pods.answer('A')
      await pods.finish()
    })
    see('remaining', () => remaining)
  }
})
