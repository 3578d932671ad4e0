import { describe, test } from 'vitest'
import { guarded } from '#kata/19-redis-down/guarded-limiter.ts'
import type { Decision } from '#kit'
import {
  allowed,
  decidesAs,
  denied,
  endsAfter,
  FallibleLimiter,
  failedClosed,
  failedOpen,
  hanging,
  justThis,
  rejecting,
  Wrong,
  wasAsked,
} from '#support'

const TIMEOUT_MS = 5
const LONG_MS = 60_000

const never = () => new Promise<never>(() => {})
const answersAfter = (ms: number, decision: Decision) =>
  new Promise<Decision>((resolve) => setTimeout(resolve, ms, decision))

describe('every call is asked', () => {
  function wereAsked(limiter: FallibleLimiter, expected: number): void {
    const { length } = limiter.asked
    if (length === expected) return
    throw new Wrong(`${expected} calls\n  asked ${length} times\n  expected  ${expected}`)
  }

  test('after any number of failures the limiter is asked again, and its answer counts', async () => {
    const count = 1000
    const limiter = new FallibleLimiter(async (nth) => {
      if (nth <= count) throw new Error('down')
      return denied(9)
    })
    const guard = guarded(limiter, { timeoutMs: LONG_MS, onFailure: 'open' })
    for (let i = 1; i <= count; i++) await guard.tryAcquire(`req-${i}`)
    const last = guard.tryAcquire('req-last')
    await decidesAs(`${count} calls fail, then the limiter is back`, last, justThis(denied(9)))
    wereAsked(limiter, count + 1)
  })

  test('after any number that had no answer, too: the first that has one is decided by it', async () => {
    const count = 30
    const limiter = new FallibleLimiter((nth) =>
      nth <= count ? never() : Promise.resolve(denied(9)),
    )
    const guard = guarded(limiter, { timeoutMs: TIMEOUT_MS, onFailure: 'open' })
    const late = Array.from({ length: count }, (_, i) => guard.tryAcquire(`req-${i + 1}`))
    await Promise.all(late.map((call) => decidesAs('no answer in time', call, failedOpen)))
    const when = `${count} calls had no answer, then the limiter is back`
    await decidesAs(when, guard.tryAcquire('req-last'), justThis(denied(9)))
    wereAsked(limiter, count + 1)
  })

  test('a call that waits holds up no other, nor do a thousand', async () => {
    const count = 1100
    const release: ((decision: Decision) => void)[] = []
    const limiter = new FallibleLimiter((nth) =>
      nth <= count ? new Promise((resolve) => release.push(resolve)) : Promise.resolve(allowed(4)),
    )
    const guard = guarded(limiter, { timeoutMs: LONG_MS, onFailure: 'closed' })
    for (let n = 1; n <= count; n++) guard.tryAcquire(`req-${n}`).catch(() => {})
    const last = guard.tryAcquire('req-last')
    await decidesAs(`while ${count} calls wait`, last, justThis(allowed(4)))
    for (const answer of release) answer(allowed(3))
  })

  test('two calls with the same requestId are two questions, at once or one after the other', async () => {
    const decisions = [allowed(2), allowed(1), denied(40)]
    const limiter = new FallibleLimiter(async (nth) => decisions[nth - 1] ?? denied(1))
    const guard = guarded(limiter, { timeoutMs: LONG_MS, onFailure: 'closed' })
    const calls = [guard.tryAcquire('req-1'), guard.tryAcquire('req-1')]
    await Promise.all(
      calls.map((call, i) =>
        decidesAs(`two at once, call ${i + 1}`, call, justThis(decisions[i] as Decision)),
      ),
    )
    await decidesAs('a third, later', guard.tryAcquire('req-1'), justThis(denied(40)))
    const ids = limiter.asked.map(([id]) => id)
    wasAsked('three calls of req-1', ids, ['req-1', 'req-1', 'req-1'])
  })

  test('two guards have a policy and a time each', async () => {
    const down = rejecting(new Error('down'))
    const open = guarded(down, { timeoutMs: LONG_MS, onFailure: 'open' })
    const closed = guarded(hanging(), { timeoutMs: TIMEOUT_MS, onFailure: 'closed' })
    await decidesAs('one is open, one closed; the open one', open.tryAcquire('req-1'), failedOpen)
    await decidesAs('the closed one', closed.tryAcquire('req-1'), failedClosed)
    await decidesAs('the open one again', open.tryAcquire('req-2'), failedOpen)
  })
})

describe('every call has timeoutMs', () => {
  test('an answer that takes a while, but not timeoutMs, is the decision', async () => {
    const limiter = new FallibleLimiter(() => answersAfter(60, denied(7)))
    const guard = guarded(limiter, { timeoutMs: 5000, onFailure: 'open' })
    const call = guard.tryAcquire('req-1')
    await decidesAs('timeoutMs 5000, answered after 60 ms', call, justThis(denied(7)), 700)
  })

  test('one that never answers has all of timeoutMs, and no more', async () => {
    for (const timeoutMs of [90_000, 3_600_000]) {
      const guard = guarded(hanging(), { timeoutMs, onFailure: 'open' })
      const start = () => guard.tryAcquire('req-1')
      await endsAfter(`timeoutMs ${timeoutMs}`, 'the policy decided', start, timeoutMs)
    }
  })

  test('after a call that had no answer the next has all of its time again', async () => {
    const limiter = new FallibleLimiter((nth) =>
      nth === 1 ? never() : answersAfter(5, allowed(4)),
    )
    const guard = guarded(limiter, { timeoutMs: 60, onFailure: 'closed' })
    await decidesAs('no answer in 60 ms', guard.tryAcquire('req-1'), failedClosed, 700)
    const when = 'after that, an answer in 5 ms of 60'
    await decidesAs(when, guard.tryAcquire('req-2'), justThis(allowed(4)), 700)
  })

  test('the time of a call begins with it, not with one that waits already', async () => {
    let first: Promise<Decision> | undefined
    // Answered as soon as the first call is decided: half of the time of the second is left then.
    const limiter = new FallibleLimiter((nth) =>
      nth === 1 ? never() : Promise.resolve(first).then(() => allowed(4)),
    )
    const guard = guarded(limiter, { timeoutMs: 200, onFailure: 'closed' })
    // Begun before, so that it is over before the time of the first, however busy the machine is.
    const half = answersAfter(100, allowed(0))
    first = guard.tryAcquire('req-1')
    first.catch(() => {})
    await half
    const second = guard.tryAcquire('req-2')
    const when = 'timeoutMs 200: req-1 at 0 has no answer, req-2 at 100 has one at 200'
    await decidesAs(when, second, justThis(allowed(4)), 700)
  })
})
