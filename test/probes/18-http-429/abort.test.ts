import { fetchWithRetry } from '#kata/18-http-429/http-429.ts'
import { attemptAsync, handlesRejections, leavesNoTimers, probe } from '#support'
import { later, type Reply, RetryWorld, settled, signalOf } from '#support/http'

const settings = { tries: 5, baseMs: 100, capMs: 1000, maxWaitMs: 600_000, random: () => 0.5 }
const URL = 'http://127.0.0.1/'

/** Reasons that `if (reason)` takes for one. */
const REASONS = [new Error('nobody waits any more'), 'stop', 7]

type Place = 'request' | 'wait'

/** A call that hangs in its nth request or wait: it is aborted there. */
async function abortedIn(place: Place, nth: number, reason: unknown) {
  const controller = new AbortController()
  let [asked, waits] = [0, 0]
  let wakeUp = () => {}
  let reach = () => {}
  const reached = new Promise<void>((resolve) => {
    reach = resolve
  })
  const fetch: typeof globalThis.fetch = (input, init) => {
    signalOf(input, init)?.throwIfAborted()
    if (++asked < nth || place === 'wait')
      return Promise.resolve(new Response('', { status: asked > 20 ? 200 : 429 }))
    reach()
    const signal = signalOf(input, init)
    return new Promise((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason))
    })
  }
  const sleep = () => {
    if (++waits < nth || place === 'request') return Promise.resolve()
    reach()
    return new Promise<void>((resolve) => {
      wakeUp = resolve
    })
  }
  const call = fetchWithRetry(URL, { ...settings, fetch, sleep, signal: controller.signal })
  await Promise.race([reached, attemptAsync(() => call)])
  controller.abort(reason)
  return { came: await cameOf(call, reason), wakeUp: () => wakeUp(), asked: () => asked }
}

/** What came of a call, in some turns of the event loop. */
async function cameOf(call: Promise<unknown>, reason: unknown): Promise<string> {
  const outcome = await settled(call)
  if (outcome === undefined) return 'nothing'
  if ('returned' in outcome) return 'an answer'
  return outcome.threw === reason ? 'the reason' : 'another error'
}

const rejectsIn = async (place: Place) =>
  (await abortedIn(place, 1, REASONS[0])).came === 'the reason'

for (const place of ['request', 'wait'] as const) {
  probe(`abort: during a ${place}`, async (see) => {
    for (const nth of [1, 2]) {
      for (const reason of REASONS) {
        const { came } = await abortedIn(place, nth, reason)
        see('came', () => came)
      }
    }
  })
}

probe('abort: with a reason that is false', async (see) => {
  if (!(await rejectsIn('wait'))) return
  for (const reason of [0, '', false, null]) {
    const { came } = await abortedIn('wait', 1, reason)
    see('came', () => came)
  }
})

probe('abort: during a wait by its own timer', async (see) => {
  if (!(await rejectsIn('wait'))) return
  for (const reason of REASONS) {
    const run = async () => {
      const controller = new AbortController()
      const { fetch } = new RetryWorld([429, 200])
      const waits = { ...settings, baseMs: 60_000, capMs: 60_000 }
      const call = fetchWithRetry(URL, { ...waits, fetch, signal: controller.signal })
      await settled(call)
      controller.abort(reason)
      const came = await cameOf(call, reason)
      see('came', () => came)
    }
    // A timer that goes on is stopped: it is no question here.
    await leavesNoTimers('', run, '').catch(() => {})
  }
})

// Stretch, from here on.

/** Whether a client does so with these answers: a journal, as `RetryWorld` keeps it. */
async function does(journal: string, replies: readonly Reply[], maxWaitMs = 600_000) {
  const { fetch, sleep, now, journal: did } = new RetryWorld(replies, 100)
  const options = { ...settings, tries: 3, maxWaitMs, fetch, sleep, now }
  const outcome = await attemptAsync(() => fetchWithRetry(URL, options))
  return journal === did.join() && 'returned' in outcome
}

/** Whether the core is right, as far as some calls tell. */
const coreIsRight = async () =>
  (await does('429,50 ms,503,100 ms,429', [429, 503, 429])) &&
  (await does('400', [400, 200])) &&
  (await does('429 (2),2000 ms,200', [[429, '2'], 200])) &&
  (await does(`429 (${later(9000)}),8900 ms,200`, [[429, later(9000)], 200])) &&
  (await does('429 (2001-01-01),50 ms,200', [[429, '2001-01-01'], 200])) &&
  (await does('429,50 ms,429,100 ms,200', [429, 429, 200], 200)) &&
  (await rejectsIn('request')) &&
  (await rejectsIn('wait'))

probe('abort: what is asked after it', async (see) => {
  if (!(await coreIsRight())) return
  for (const nth of [1, 2, 3]) {
    const { wakeUp, asked } = await abortedIn('wait', nth, REASONS[0])
    wakeUp()
    await settled(Promise.resolve())
    see('more', () => asked() > nth)
  }
})

probe('abort: just as a 429 comes', async (see) => {
  if (!(await coreIsRight())) return
  for (const reason of REASONS) {
    const controller = new AbortController()
    const fetch = async () => {
      controller.abort(reason)
      return new Response('too late', { status: 429 })
    }
    const sleep = () => new Promise<void>(() => {})
    const call = fetchWithRetry(URL, { ...settings, fetch, sleep, signal: controller.signal })
    const came = await cameOf(call, reason)
    see('came', () => came)
  }
})

/** A body that nobody has read or cancelled yet. */
function body(left: Set<ReadableStream>): ReadableStream {
  const stream: ReadableStream = new ReadableStream(
    {
      pull(controller) {
        controller.close()
        left.delete(stream)
      },
      cancel: () => void left.delete(stream),
    },
    { highWaterMark: 0 },
  )
  left.add(stream)
  return stream
}

probe('body: what is left unread', async (see) => {
  if (!(await coreIsRight())) return
  for (const tries of [2, 3, 5]) {
    const left = new Set<ReadableStream>()
    const fetch = async () => new Response(body(left), { status: 429 })
    const sleep = async () => {}
    const outcome = await attemptAsync(() =>
      fetchWithRetry(URL, { ...settings, tries, fetch, sleep }),
    )
    await settled(Promise.resolve())
    if ('returned' in outcome) see('unread', () => left.size)
  }
})

probe('body: one that breaks', async (see) => {
  if (!(await coreIsRight())) return
  for (const status of [429, 503, 429]) {
    const run = async () => {
      const broken = new ReadableStream({ start: (it) => it.error(new Error('it broke')) })
      let asked = 0
      const fetch = async () =>
        ++asked === 1 ? new Response(broken, { status }) : new Response('served')
      const sleep = async () => {}
      await attemptAsync(() => fetchWithRetry(URL, { ...settings, fetch, sleep }))
    }
    const handled = await handlesRejections('', run).then(
      () => true,
      () => false,
    )
    see('handled', () => handled)
  }
})
