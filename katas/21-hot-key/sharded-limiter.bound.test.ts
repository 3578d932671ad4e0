import { describe, test } from 'vitest'
import { SyncedLimiter } from '#kata/21-hot-key/sharded-limiter.ts'
import { orders, SyncedPods } from '#support'

const MINUTE = 60_000

const podsOf = (limit: number) =>
  new SyncedPods(
    `new SyncedLimiter({ limit: ${limit}, windowMs: ${MINUTE} }) on each pod`,
    (store) => new SyncedLimiter({ key: 'rl:big', limit, windowMs: MINUTE, store }),
  )

/** Holds the bound: `b` is the most that one pod lets in between two of its syncs. */
function withinBound(pods: SyncedPods, limit: number, count: number, b: number): void {
  const bound = Math.min(count * limit, limit - 1 + count * b)
  if (pods.allowed <= bound) return
  const formula = `limit − 1 + pods · b = ${limit} − 1 + ${count} · ${b}`
  throw pods.wrong(`${pods.allowed} were let in, at most ${bound} may be: ${formula}`)
}

/** Nobody is denied before `limit` were let in: a count that is too high shows so. */
function noneTooEarly(pods: SyncedPods, limit: number, denied: number): void {
  if (denied === 0 || pods.allowed >= limit) return
  throw pods.wrong(`${denied} were denied, and only ${pods.allowed} let in, of ${limit}`)
}

describe('the bound on overshoot', { timeout: 10_000 }, () => {
  test('4 pods, limit 10, the store down: each goes on by itself, 40 are let in', async () => {
    const pods = podsOf(10)
    for (const pod of ['A', 'B', 'C', 'D']) {
      pods.letIn(pod, 0, 5)
      await pods.failingSync(pod)
      pods.letIn(pod, 0, 5)
      await pods.failingSync(pod)
      pods.ask(pod, 0, { allowed: false })
    }
    if (pods.allowed !== 40) throw pods.wrong(`${pods.allowed} were let in, expected 40`)
  })

  /** Each pod's steps (`r` a request, `s` a sync), the limit, and the most requests between two syncs. */
  const programs = [
    ['r s r s r s', 3, 1],
    ['r r s r r s', 4, 2],
    ['r r s r s r', 4, 2],
  ] as const

  test.for(programs)('two pods in every order, each %s, limit %i', async ([program, limit, b]) => {
    const steps = program.split(' ')
    for (const order of orders(steps, steps)) {
      const pods = podsOf(limit)
      let denied = 0
      for (const [pod, step] of order) {
        if (step === 's') await pods.sync(pod)
        else if (!pods.ask(pod, 0).allowed) denied++
      }
      withinBound(pods, limit, 2, b)
      noneTooEarly(pods, limit, denied)
    }
  })

  /** A request a pod every 10 ms and a sync every 100 ms, no two at once: 10 requests between two syncs. */
  async function tenSeconds(
    names: string,
    limit: number,
    alive = (_pod: string, _now: number) => true,
  ) {
    const pods = podsOf(limit)
    let denied = 0
    for (let now = 0; now < 10_000; now += 10) {
      for (const [i, pod] of [...names].entries()) {
        if (!alive(pod, now)) continue
        if (!pods.ask(pod, now).allowed) denied++
        if ((now / 10) % 10 === (3 * i) % 10) await pods.sync(pod)
      }
    }
    noneTooEarly(pods, limit, denied)
    return pods
  }

  test('4 pods, 100 requests a second each, a sync each 100 ms: at most 239 for a limit of 200', async () => {
    withinBound(await tenSeconds('ABCD', 200), 200, 4, 10)
  })

  test('a pod that dies takes along what it has not told; the bound still holds', async () => {
    // A dies before a sync of its own, with 9 requests untold, and nobody ever hears of them.
    const pods = await tenSeconds('ABCD', 200, (pod, now) => pod !== 'A' || now < 300 - 10)
    withinBound(pods, 200, 4, 10)
    await pods.sync('B', 'C', 'D')
    const untold = pods.allowed - pods.total
    if (untold > 10) throw pods.wrong(`${untold} were never told, at most 10 may be`)
  })

  test('a pod that is started in its place counts as one more', async () => {
    const alive = (pod: string, now: number) =>
      pod === 'A' ? now < 290 : pod !== 'E' || now >= 290
    withinBound(await tenSeconds('ABCDE', 200, alive), 200, 5, 10)
  })
})
