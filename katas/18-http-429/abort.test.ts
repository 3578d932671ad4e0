import { describe, test } from 'vitest'
import { fetchWithRetry } from '#kata/18-http-429/http-429.ts'
import { showThrown, Wrong } from '#support'
import { RetryWorld, settled, signalOf } from '#support/http'

const settings = { tries: 5, baseMs: 100, capMs: 1000, maxWaitMs: 600_000, random: () => 0.5 }
const reason = new Error('nobody waits any more')

describe('step 2: abort', () => {
  async function rejectsWithReason(when: string, promise: Promise<unknown>): Promise<void> {
    const outcome = await settled(promise)
    if (outcome && 'threw' in outcome && outcome.threw === reason) return
    const came = !outcome
      ? 'still waits'
      : 'threw' in outcome
        ? `threw ${showThrown(outcome.threw)}`
        : 'returned'
    throw new Wrong(`aborted ${when}\n  ${came}\n  expected  to reject with the signal's reason`)
  }

  test('a signal that is aborted already: rejects with its reason, nothing is asked', async () => {
    const world = new RetryWorld([200])
    const signal = AbortSignal.abort(reason)
    const { fetch, sleep, now } = world
    await rejectsWithReason(
      'before',
      fetchWithRetry('http://127.0.0.1/', { ...settings, fetch, sleep, now, signal }),
    )
    if (world.journal.length > 0) throw new Wrong(`aborted before, and asked: ${world.journal}`)
  })

  test('aborted during a request: rejects with the reason, and is not asked again', async () => {
    const controller = new AbortController()
    let asked = 0
    const fetch: typeof globalThis.fetch = (input, init) => {
      asked++
      const signal = signalOf(input, init)
      return new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason))
      })
    }
    const { signal } = controller
    const promise = fetchWithRetry('http://127.0.0.1/', { ...settings, fetch, signal })
    controller.abort(reason)
    await rejectsWithReason('during a request', promise)
    if (asked > 1) throw new Wrong(`aborted during a request: asked ${asked} times`)
  })

  test('aborted during a wait: rejects with the reason then, not after the wait', async () => {
    const controller = new AbortController()
    const world = new RetryWorld([429, 200])
    let fallAsleep = () => {}
    let wakeUp = () => {}
    const asleep = new Promise<void>((resolve) => {
      fallAsleep = resolve
    })
    const sleep = () => {
      fallAsleep()
      return new Promise<void>((resolve) => {
        wakeUp = resolve
      })
    }
    const { fetch, now } = world
    const { signal } = controller
    const promise = fetchWithRetry('http://127.0.0.1/', { ...settings, fetch, sleep, now, signal })
    await Promise.race([asleep, promise])
    await settled(promise)
    controller.abort(reason)
    await rejectsWithReason('during a wait', promise)
    wakeUp()
    await settled(Promise.resolve())
    if (world.journal.length > 1) throw new Wrong('aborted during a wait, and asked again after it')
  })

  test('aborted during a wait by its own timer: rejects with the same reason', async () => {
    const controller = new AbortController()
    const { fetch } = new RetryWorld([429, 200])
    const { signal } = controller
    const waits = { ...settings, baseMs: 60_000, capMs: 60_000 }
    const promise = fetchWithRetry('http://127.0.0.1/', { ...waits, fetch, signal })
    await settled(promise)
    controller.abort(reason)
    await rejectsWithReason('during a wait by its own timer', promise)
  })

  test('aborted just as a 429 comes: rejects with the reason, and no wait is begun', async () => {
    const controller = new AbortController()
    let asked = 0
    const fetch = async () => {
      asked++
      controller.abort(reason)
      return new Response('too late', { status: 429 })
    }
    const sleep = () => new Promise<void>(() => {})
    const { signal } = controller
    const promise = fetchWithRetry('http://127.0.0.1/', { ...settings, fetch, sleep, signal })
    await rejectsWithReason('just as a 429 came', promise)
    if (asked > 1) throw new Wrong(`aborted just as a 429 came: asked ${asked} times`)
  })
})
