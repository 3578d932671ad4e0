import { SyncedLimiter } from '#kata/21-hot-key/sharded-limiter.ts'
import { lastOf, once, probe, probeMemory, SyncedPods } from '#support'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const T = 1_760_000_040_000

const podsOf = (limit = 20) =>
  new SyncedPods('', (store) => {
    return new SyncedLimiter({ key: 'rl:big', limit, windowMs: MINUTE, store })
  })

/** A pod whose store says that the other pods have let in so many, beside what it adds itself. */
function beside(others: { count: number }, limit = 20) {
  let own = 0
  const add = async (_key: string, n: number) => {
    own += n
    return own + others.count
  }
  return new SyncedLimiter({ key: 'rl:big', limit, windowMs: MINUTE, store: { add } })
}

// One pod, and what it makes of its own.

probe('synced: the limit, between two syncs', async (see) => {
  for (const limit of [1, 2, 3]) {
    const limiter = beside({ count: 0 }, limit)
    const { allowed } = lastOf(limiter, T, 10)
    await limiter.sync()
    if (limiter.tryAcquire(T).allowed) return
    see('the tenth', () => allowed)
  }
})

probe('synced: the wait', (see) => {
  for (const after of [30, 1, 59_999]) {
    const { allowed, retryAfterMs } = lastOf(beside({ count: 0 }, 1), T + after, 10)
    if (!allowed) see('ms', () => retryAfterMs)
  }
})

probe('synced: what is left, past the limit', async (see) => {
  for (const count of [9, 5, 100]) {
    const limiter = beside({ count }, 4)
    limiter.tryAcquire(T)
    await limiter.sync()
    const { allowed, remaining } = limiter.tryAcquire(T)
    if (!allowed) see('below 0', () => remaining < 0)
  }
})

probeMemory(
  'synced: memory of the frames',
  () => beside({ count: 0 }),
  (limiter) => {
    for (let frame = 0; frame < 20_000; frame++) limiter.tryAcquire(MINUTE * frame)
  },
)

// What a sync tells.

/** Pods of which A has let in k, after this. */
async function letIn(k: number, then: (pods: SyncedPods) => Promise<unknown>) {
  const pods = podsOf()
  for (let i = 0; i < k; i++) pods.ask('A', T)
  await then(pods)
  return pods
}

/** How many of the other pods' a pod knows after this, by what is left. */
async function known(count: number, story: (limiter: SyncedLimiter) => Promise<unknown>) {
  const left: number[] = []
  for (const most of [0, count]) {
    const others = { count: 0 }
    const limiter = beside(others, 100)
    limiter.tryAcquire(T)
    await limiter.sync()
    others.count = most
    await story(limiter)
    left.push(limiter.tryAcquire(T).remaining)
  }
  return Number(left[0]) - Number(left[1])
}

const learns = once(
  async () =>
    (await known(4, (limiter) => {
      limiter.tryAcquire(T)
      return limiter.sync()
    })) === 4,
)

const firstTold = async (k: number) => (await letIn(k, (pods) => pods.sync('A'))).total
const tells = once(async () => (await firstTold(2)) === 2)

probe('synced: what the first sync tells', async (see) => {
  if (!(await learns())) return
  for (const k of [2, 1, 5]) {
    const total = await firstTold(k)
    see('the store has', () => total)
  }
})

const toldInTurn = async (k: number) =>
  (
    await letIn(k, async (pods) => {
      await pods.sync('A', 'A')
      pods.ask('A', T)
      await pods.sync('A')
    })
  ).total

probe('synced: what the next ones tell', async (see) => {
  if (!(await tells())) return
  for (const k of [2, 1, 5]) {
    const total = await toldInTurn(k)
    see('the store has', () => total)
  }
})

probe('synced: what is told of denied requests', async (see) => {
  if (!(await tells())) return
  for (const limit of [2, 1, 5]) {
    const pods = podsOf(limit)
    for (let i = 0; i < 8; i++) pods.ask('A', T)
    await pods.sync('A')
    see('too many', () => pods.total - pods.allowed)
  }
})

probe('synced: what was told, once more', async (see) => {
  for (const k of [4, 1, 7]) {
    const pods = await letIn(k, (all) => all.sync('A'))
    see('remaining', () => pods.ask('A', T).remaining)
  }
})

probe('synced: with nothing to tell', async (see) => {
  if (!(await learns())) return
  for (const count of [4, 1, 7]) {
    const others = await known(count, (limiter) => limiter.sync())
    see('learns of', () => others)
  }
})

// Keys in the store.

/** The keys of a request at each of these times. */
async function keysOf(windowMs: number, times: readonly number[], key = 'rl:big') {
  const keys: string[] = []
  const add = async (name: string, n: number) => {
    keys.push(name)
    return n
  }
  const limiter = new SyncedLimiter({ key, limit: 20, windowMs, store: { add } })
  for (const now of times) {
    limiter.tryAcquire(now)
    await limiter.sync()
  }
  return keys
}

const sameKey = async (windowMs: number, ...times: readonly [number, number]) => {
  const [one, other] = await keysOf(windowMs, times)
  return one === other
}

probe('synced: what its keys begin with', async (see) => {
  for (const key of ['rl:big', 'k', 'users']) {
    const [name] = await keysOf(MINUTE, [T], key)
    see('key', () => name?.startsWith(key))
  }
})

probe('synced: the keys of two frames', async (see) => {
  for (const frames of [1, 5, 7]) {
    const same = await sameKey(MINUTE, T, T + frames * MINUTE)
    see('the same', () => same)
  }
})

probe('synced: the keys of two frames in a second', async (see) => {
  if ((await sameKey(MINUTE, 0, MINUTE)) || (await sameKey(1000, 0, 1000))) return
  for (const windowMs of [500, 200, 100]) {
    const same = await sameKey(windowMs, T, T + windowMs)
    see('the same', () => same)
  }
})

probe('synced: the keys of two frames an hour apart', async (see) => {
  if (await sameKey(MINUTE, 0, MINUTE)) return
  for (const apart of [HOUR, 2 * HOUR, 24 * HOUR]) {
    const same = await sameKey(MINUTE, T, T + apart)
    see('the same', () => same)
  }
})
