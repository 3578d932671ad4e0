import { describe, test } from 'vitest'
import { fetchWithRetry } from '#kata/18-http-429/http-429.ts'
import { show, showThrown, Wrong } from '#support'
import { RetryWorld, settled, signalOf } from '#support/http'

const settings = { tries: 5, baseMs: 100, capMs: 1000, maxWaitMs: 600_000, random: () => 0.5 }
const reason = new Error('nobody waits any more')

/** A server that denies, and a timer that ends at once, up to the request or the wait that hangs. */
class Stuck {
  asked = 0
  wakeUp: () => void = () => {}
  readonly reached: Promise<void>
  #reach: () => void = () => {}
  #waits = 0
  readonly #place: 'request' | 'wait'
  readonly #nth: number

  constructor(place: 'request' | 'wait', nth: number) {
    this.#place = place
    this.#nth = nth
    this.reached = new Promise((resolve) => {
      this.#reach = resolve
    })
  }

  readonly fetch: typeof fetch = async (input, init) => {
    this.asked++
    if (this.#place === 'wait' || this.asked < this.#nth) return new Response('', { status: 429 })
    this.#reach()
    const signal = signalOf(input, init)
    return new Promise((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason))
    })
  }

  readonly sleep = (): Promise<void> => {
    if (this.#place === 'request' || ++this.#waits < this.#nth) return Promise.resolve()
    this.#reach()
    return new Promise((resolve) => {
      this.wakeUp = resolve
    })
  }
}

async function rejectsWithReason(
  when: string,
  promise: Promise<unknown>,
  expected: unknown = reason,
): Promise<void> {
  const outcome = await settled(promise)
  if (outcome && 'threw' in outcome && outcome.threw === expected) return
  const came = !outcome
    ? 'still waits'
    : 'threw' in outcome
      ? `threw ${showThrown(outcome.threw)}`
      : 'returned'
  throw new Wrong(`aborted ${when}\n  ${came}\n  expected  to reject with the signal's reason`)
}

/** Aborts where it is stuck, with any reason that there may be. */
async function rejectsWhereStuck(place: 'request' | 'wait', nth: number): Promise<void> {
  for (const reason of [new Error('nobody waits any more'), 'stop', 0]) {
    const stuck = new Stuck(place, nth)
    const controller = new AbortController()
    const { fetch, sleep } = stuck
    const options = { ...settings, fetch, sleep, signal: controller.signal }
    const promise = fetchWithRetry('http://127.0.0.1/', options)
    await Promise.race([stuck.reached, promise])
    controller.abort(reason)
    const when = `during ${place} ${nth}, abort(${reason instanceof Error ? reason : show(reason)})`
    await rejectsWithReason(when, promise, reason)
    if (stuck.asked > nth) throw new Wrong(`aborted ${when}\n  asked ${stuck.asked} times`)
  }
}

describe('step 2: abort', () => {
  test('a signal that is aborted already: rejects with its reason, nothing is asked', async () => {
    for (const reason of [new Error('nobody waits any more'), 'stop', 0]) {
      const world = new RetryWorld([200])
      const signal = AbortSignal.abort(reason)
      const { fetch, sleep, now } = world
      const options = { ...settings, fetch, sleep, now, signal }
      await rejectsWithReason('before', fetchWithRetry('http://127.0.0.1/', options), reason)
      if (world.journal.length > 0) throw new Wrong(`aborted before, and asked: ${world.journal}`)
    }
  })

  test('aborted during a request: rejects with the reason, and is not asked again', async () => {
    await rejectsWhereStuck('request', 1)
    await rejectsWhereStuck('request', 2)
  })

  test('aborted during a wait: rejects with the reason then, not after the wait', async () => {
    await rejectsWhereStuck('wait', 1)
    await rejectsWhereStuck('wait', 2)
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
})

describe('for a star', () => {
  test('stretch: after an abort nothing is asked any more, even when the wait ends', async () => {
    const stuck = new Stuck('wait', 1)
    const controller = new AbortController()
    const { fetch, sleep } = stuck
    const options = { ...settings, fetch, sleep, signal: controller.signal }
    const promise = fetchWithRetry('http://127.0.0.1/', options)
    await Promise.race([stuck.reached, promise])
    controller.abort(reason)
    await settled(promise)
    stuck.wakeUp()
    await settled(Promise.resolve())
    if (stuck.asked > 1) throw new Wrong('aborted during a wait, and asked again after it')
  })

  test('stretch: aborted just as a 429 comes: rejects with the reason, and no wait is begun', async () => {
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
