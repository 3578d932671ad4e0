import { describe, test } from 'vitest'
import { guarded } from '#kata/19-redis-down/guarded-limiter.ts'
import type { Decision } from '#kit'
import {
  allowed,
  answering,
  decidesAs,
  denied,
  FallibleLimiter,
  handlesRejections,
  justThis,
  LocalLimiter,
  leavesNoTimers,
  rejecting,
  throwing,
  wasAsked,
} from '#support'

const TIMEOUT_MS = 5

describe('a limiter that answers late', () => {
  /** A guard that has decided without its limiter, which then answers as `late` says. */
  async function afterLate(late: (limiter: LateLimiter) => void) {
    const limiter = new LateLimiter()
    const local = new LocalLimiter(denied(40))
    const options = { timeoutMs: TIMEOUT_MS, onFailure: local, now: () => 1000 }
    const guard = guarded(limiter, options)
    const call = guard.tryAcquire('req-1')
    await decidesAs('the limiter is late, a local one answers', call, justThis(denied(40)))
    late(limiter)
    await new Promise((resolve) => setImmediate(resolve))
    return { limiter, local, guard }
  }

  /** Answers its first call when it is told to, and every other at once. */
  class LateLimiter extends FallibleLimiter {
    answer: (decision: Decision) => void = () => {}
    fail: (error: Error) => void = () => {}

    constructor() {
      super((nth) =>
        nth > 1
          ? Promise.resolve(allowed(8))
          : new Promise((resolve, reject) => {
              this.answer = resolve
              this.fail = reject
            }),
      )
    }
  }

  test('the late answer is dropped: nobody is asked because of it, and no later call gets it', async () => {
    const { limiter, local, guard } = await afterLate(({ answer }) => answer(allowed(3)))
    wasAsked('after the late answer, the local limiter', local.asked, [[1000]])
    const next = guard.tryAcquire('req-2')
    await decidesAs('the next call, answered in time', next, justThis(allowed(8)))
    const ids = limiter.asked.map(([id]) => id)
    wasAsked('the limiter', ids, ['req-1', 'req-2'])
  })

  test('a late error is dropped, too, and is no unhandled rejection', async () => {
    await handlesRejections('the limiter rejects after the decision', async () => {
      const { local } = await afterLate(({ fail }) => fail(new Error('Connection is closed')))
      wasAsked('after the late error, the local limiter', local.asked, [[1000]])
    })
  })
})

describe('timers', () => {
  test('a call that was answered leaves no timer running', async () => {
    const limiters = {
      answers: answering(allowed(3)),
      rejects: rejecting(new Error('down')),
      throws: throwing(new Error('no connection')),
    }
    for (const [what, limiter] of Object.entries(limiters)) {
      const guard = guarded(limiter, { timeoutMs: 60_000, onFailure: 'open' })
      const calls = async () => {
        for (let i = 1; i <= 100; i++) await guard.tryAcquire(`req-${i}`)
      }
      const why = 'each would keep its call in memory until it fires'
      await leavesNoTimers(`100 calls of a limiter that ${what}`, calls, why)
    }
  })
})
