import { describe, test } from 'vitest'
import { guarded } from '#kata/19-redis-down/guarded-limiter.ts'
import {
  allowed,
  answering,
  attemptAsync,
  decidesAs,
  denied,
  FallibleLimiter,
  failedClosed,
  failedOpen,
  handlesRejections,
  hanging,
  inTime,
  justThis,
  keepsProcess,
  LocalLimiter,
  lapse,
  leavesNoTimers,
  refuses,
  refusesAsync,
  rejecting,
  show,
  throwing,
  Wrong,
  wasAsked,
} from '#support'

const TIMEOUT_MS = 5
const LONG_MS = 60_000
/** For what has TIMEOUT_MS, or none at all. */
const ENOUGH_MS = 50

/** What Redis and its client say: each goes by policy, also what looks like a mistake of the caller's. */
const errors = [
  new Error('READONLY You can’t write against a read only replica.'),
  new Error('NOSCRIPT No matching script.'),
  new Error('Connection is closed.'),
  new Error('connect ECONNREFUSED 127.0.0.1:6379'),
  new RangeError('cost must be …'),
  new TypeError('Cannot read properties of undefined'),
]

/** All that may become of a limiter. */
const faults = Object.entries({
  ...Object.fromEntries(errors.map((error) => [`rejects: ${error}`, () => rejecting(error)])),
  'rejects with no error': () => rejecting(undefined),
  'rejects with what looks like a decision': () => rejecting(allowed(3)),
  'throws at once': () => throwing(new Error('no connection')),
  'throws a TypeError at once': () => throwing(new TypeError('client is undefined')),
  'never answers': hanging,
})

/** What fails at once has no time to wait for: only one that never answers takes its `timeoutMs`. */
const timeFor = (what: string) => (what === 'never answers' ? TIMEOUT_MS : LONG_MS)

describe('a limiter that answers', () => {
  test('its decision is the decision, allowed or denied, whatever the policy', async () => {
    for (const onFailure of ['open', 'closed', new LocalLimiter(denied(7))] as const) {
      for (const decision of [allowed(3), denied(250), denied(3_600_000)]) {
        const guard = guarded(answering(decision), { timeoutMs: LONG_MS, onFailure })
        await decidesAs('the limiter answers', guard.tryAcquire('req-1'), justThis(decision))
      }
    }
  })

  test('it is asked once a call, with the same requestId and cost', async () => {
    const limiter = answering(allowed(3))
    const guard = guarded(limiter, { timeoutMs: LONG_MS, onFailure: 'closed' })
    await guard.tryAcquire('req-1', 5)
    await guard.tryAcquire('req-2', 0.5)
    await guard.tryAcquire('req-3')
    const ids = ['', ' Req ', 'req', '__proto__']
    for (const id of ids) await guard.tryAcquire(id)
    const asked = limiter.asked.map(([id, cost]) => [id, cost ?? 1])
    wasAsked('costs 5, 0.5, none; then ids of all kinds', asked, [
      ['req-1', 5],
      ['req-2', 0.5],
      ['req-3', 1],
      ...ids.map((id) => [id, 1]),
    ])
  })

  test('a local limiter is not asked then', async () => {
    const local = new LocalLimiter(denied(7))
    const guard = guarded(answering(allowed(3)), { timeoutMs: LONG_MS, onFailure: local })
    await guard.tryAcquire('req-1')
    wasAsked('the limiter answered; the local one', local.asked, [])
  })
})

describe('a limiter that does not answer', () => {
  test('it is asked once, not again: what failed may have counted', async () => {
    for (const [what, make] of faults) {
      const limiter = make()
      const guard = guarded(limiter, { timeoutMs: timeFor(what), onFailure: 'open' })
      // What is decided, and when, is asked below.
      await attemptAsync(() => inTime('', guard.tryAcquire('req-1', 2), ENOUGH_MS))
      wasAsked(`the limiter ${what}`, limiter.asked, [['req-1', 2]])
    }
  })

  test('one that never answers has timeoutMs, and then the policy decides', async () => {
    for (const [onFailure, wanted] of [
      ['open', failedOpen],
      ['closed', failedClosed],
      [new LocalLimiter(denied(40)), justThis(denied(40))],
    ] as const) {
      const guard = guarded(hanging(), { timeoutMs: TIMEOUT_MS, onFailure, now: () => 1000 })
      const policy = typeof onFailure === 'string' ? onFailure : 'a local limiter'
      const when = `the limiter never answers, timeoutMs ${TIMEOUT_MS}, ${policy}`
      await decidesAs(when, guard.tryAcquire('req-1'), wanted)
    }
  })

  test('open lets in, whatever became of the limiter', async () => {
    for (const [what, make] of faults) {
      const guard = guarded(make(), { timeoutMs: timeFor(what), onFailure: 'open' })
      await decidesAs(`the limiter ${what}, open`, guard.tryAcquire('req-1'), failedOpen)
    }
  })

  test('closed denies and names a wait, whatever became of the limiter', async () => {
    for (const [what, make] of faults) {
      const guard = guarded(make(), { timeoutMs: timeFor(what), onFailure: 'closed' })
      await decidesAs(`the limiter ${what}, closed`, guard.tryAcquire('req-1'), failedClosed)
    }
  })

  test('a local limiter decides, whatever became of the other', async () => {
    for (const [what, make] of faults) {
      for (const decision of [allowed(2), denied(40)]) {
        const onFailure = new LocalLimiter(decision)
        const options = { timeoutMs: timeFor(what), onFailure, now: () => 1000 }
        const guard = guarded(make(), options)
        const when = `the limiter ${what}, a local one answers`
        await decidesAs(when, guard.tryAcquire('req-1'), justThis(decision))
      }
    }
  })

  test('a local limiter is asked once, with the time alone, whatever the cost', async () => {
    const local = new LocalLimiter(allowed(1))
    let now = 1000
    const options = { timeoutMs: LONG_MS, onFailure: local, now: () => now }
    const guard = guarded(rejecting(new Error('down')), options)
    await guard.tryAcquire('req-1', 5)
    now = 1500
    await guard.tryAcquire('req-2')
    wasAsked('the local limiter, at 1000 and 1500', local.asked, [[1000], [1500]])
  })

  test('without a now of its own it hands the local limiter a time', async () => {
    const local = new LocalLimiter(allowed(1))
    const guard = guarded(rejecting(new Error('down')), { timeoutMs: LONG_MS, onFailure: local })
    await guard.tryAcquire('req-1')
    const [[time] = []] = local.asked
    if (Number.isFinite(time)) return
    throw new Wrong(`the local limiter was asked with ${show(time)}\n  expected  a time`)
  })

  test('one that throws at once leaves nothing behind: no timer whose error comes later', async () => {
    await handlesRejections('the limiter throws at once; then its timeoutMs passes', async () => {
      const options = { timeoutMs: LONG_MS, onFailure: 'open' } as const
      const guard = guarded(throwing(new Error('no connection')), options)
      await lapse(() => guard.tryAcquire('req-1'), LONG_MS)
    })
  })
})

describe('bad parameters', () => {
  test('timeoutMs is checked when guarded is called', () => {
    for (const timeoutMs of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
      const call = () => guarded(answering(allowed(3)), { timeoutMs, onFailure: 'open' })
      refuses(`guarded(…, { timeoutMs: ${timeoutMs} })`, call, 'timeoutMs', timeoutMs)
    }
  })

  test('a cost that is not positive and finite rejects, and nobody is asked', async () => {
    for (const cost of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
      const [limiter, local] = [rejecting(new Error('down')), new LocalLimiter(allowed(1))]
      const guard = guarded(limiter, { timeoutMs: LONG_MS, onFailure: local })
      const call = () => guard.tryAcquire('req-1', cost)
      await refusesAsync(`tryAcquire('req-1', ${cost})`, call, 'cost', cost)
      wasAsked(`cost ${cost}`, [limiter.asked, local.asked], [[], []])
    }
  })
})

describe('for a star', () => {
  test('stretch: a timeoutMs above 2^31 - 1, which no timer can hold, does not fire at once', async () => {
    for (const timeoutMs of [2 ** 31, 2 ** 32, 1e15]) {
      const limiter = new FallibleLimiter(
        () => new Promise((resolve) => setTimeout(() => setImmediate(resolve, allowed(3)), 20)),
      )
      const guard = guarded(limiter, { timeoutMs, onFailure: 'closed' })
      const when = `timeoutMs ${timeoutMs}, answered after 20 ms`
      await leavesNoTimers(
        when,
        () => decidesAs(when, guard.tryAcquire('req-1'), justThis(allowed(3))),
        'the call was answered',
      )
    }
  })

  test('stretch: closed names whole ms, also where timeoutMs is a fraction, or more than a timer can hold', async () => {
    for (const timeoutMs of [12.5, 0.25, 2 ** 31, 2 ** 32 + 0.5, 1e15]) {
      const guard = guarded(rejecting(new Error('down')), { timeoutMs, onFailure: 'closed' })
      const when = `the limiter rejects, timeoutMs ${timeoutMs}, closed`
      await decidesAs(when, guard.tryAcquire('req-1'), failedClosed)
    }
  })

  test('stretch: the process does not end before the decision', async () => {
    const guard = guarded(hanging(), { timeoutMs: LONG_MS, onFailure: 'open' })
    await keepsProcess('the limiter never answers', () => guard.tryAcquire('req-1'))
  })
})
