import { describe, test } from 'vitest'
import { guarded } from '#kata/19-redis-down/guarded-limiter.ts'
import type { Decision, Limiter } from '#kit'
import {
  allowed,
  decidesAs,
  denied,
  FallibleLimiter,
  failedClosed,
  failedOpen,
  handlesRejections,
  justThis,
  leavesNoTimers,
  refuses,
  refusesAsync,
  show,
  Wrong,
} from '#support'

const TIMEOUT_MS = 5
const LONG_MS = 60_000

const answers = (decision: Decision) => new FallibleLimiter(async () => decision)
const rejects = (error: unknown) => new FallibleLimiter(() => Promise.reject(error))
const hangs = () => new FallibleLimiter(() => new Promise(() => {}))
const throws = () =>
  new FallibleLimiter(() => {
    throw new Error('no connection')
  })

/** All that may become of a limiter. */
const faults = Object.entries({
  rejects: () => rejects(new Error('READONLY')),
  'rejects with a RangeError': () => rejects(new RangeError('cost must be …')),
  'rejects with no error': () => rejects(undefined),
  'throws at once': throws,
  'never answers': hangs,
})

/** What fails at once has no time to wait for: only one that never answers takes its `timeoutMs`. */
const timeFor = (what: string) => (what === 'never answers' ? TIMEOUT_MS : LONG_MS)

/** A limiter in this process that decides one thing, and remembers what it was asked. */
class Local implements Limiter {
  readonly asked: unknown[][] = []
  readonly #decision: Decision

  constructor(decision: Decision) {
    this.#decision = decision
  }

  tryAcquire(...args: [now: number]): Decision {
    this.asked.push(args)
    return this.#decision
  }
}

function wasAsked(what: string, asked: unknown, expected: unknown): void {
  if (show(asked) === show(expected)) return
  throw new Wrong(`${what}\n  asked     ${show(asked)}\n  expected  ${show(expected)}`)
}

describe('a limiter that answers', () => {
  test('its decision is the decision, allowed or denied, whatever the policy', async () => {
    for (const onFailure of ['open', 'closed', new Local(denied(7))] as const) {
      for (const decision of [allowed(3), denied(250)]) {
        const guard = guarded(answers(decision), { timeoutMs: LONG_MS, onFailure })
        await decidesAs('the limiter answers', guard.tryAcquire('req-1'), justThis(decision))
      }
    }
  })

  test('it is asked once a call, with the same requestId and cost', async () => {
    const limiter = answers(allowed(3))
    const guard = guarded(limiter, { timeoutMs: LONG_MS, onFailure: 'closed' })
    await guard.tryAcquire('req-1', 5)
    await guard.tryAcquire('req-2', 0.5)
    await guard.tryAcquire('req-3')
    const asked = limiter.asked.map(([id, cost]) => [id, cost ?? 1])
    wasAsked('costs 5, 0.5, none', asked, [
      ['req-1', 5],
      ['req-2', 0.5],
      ['req-3', 1],
    ])
  })

  test('a local limiter is not asked then', async () => {
    const local = new Local(denied(7))
    const guard = guarded(answers(allowed(3)), { timeoutMs: LONG_MS, onFailure: local })
    await guard.tryAcquire('req-1')
    wasAsked('the limiter answered; the local one', local.asked, [])
  })
})

describe('a limiter that does not answer', () => {
  test('one that never answers has timeoutMs, and then the policy decides', async () => {
    for (const [onFailure, wanted] of [
      ['open', failedOpen],
      ['closed', failedClosed],
      [new Local(denied(40)), justThis(denied(40))],
    ] as const) {
      const guard = guarded(hangs(), { timeoutMs: TIMEOUT_MS, onFailure, now: () => 1000 })
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
        const onFailure = new Local(decision)
        const guard = guarded(make(), { timeoutMs: TIMEOUT_MS, onFailure, now: () => 1000 })
        const when = `the limiter ${what}, a local one answers`
        await decidesAs(when, guard.tryAcquire('req-1'), justThis(decision))
      }
    }
  })

  test('it is asked once, not again: what failed may have counted', async () => {
    for (const [what, make] of faults) {
      const limiter = make()
      const guard = guarded(limiter, { timeoutMs: TIMEOUT_MS, onFailure: 'open' })
      await decidesAs(`the limiter ${what}`, guard.tryAcquire('req-1', 2), failedOpen)
      wasAsked(`the limiter ${what}`, limiter.asked, [['req-1', 2]])
    }
  })

  test('a local limiter is asked once, with the time alone, whatever the cost', async () => {
    const local = new Local(allowed(1))
    let now = 1000
    const options = { timeoutMs: LONG_MS, onFailure: local, now: () => now }
    const guard = guarded(rejects(new Error('down')), options)
    await guard.tryAcquire('req-1', 5)
    now = 1500
    await guard.tryAcquire('req-2')
    wasAsked('the local limiter, at 1000 and 1500', local.asked, [[1000], [1500]])
  })

  test('without a now of its own it hands the local limiter a time', async () => {
    const local = new Local(allowed(1))
    const guard = guarded(rejects(new Error('down')), { timeoutMs: LONG_MS, onFailure: local })
    await guard.tryAcquire('req-1')
    const [[time] = []] = local.asked
    if (Number.isFinite(time)) return
    throw new Wrong(`the local limiter was asked with ${show(time)}\n  expected  a time`)
  })

  test('after any number of failures the limiter is asked again, and its answer counts', async () => {
    const limiter = new FallibleLimiter(async (nth) => {
      if (nth <= 50) throw new Error('down')
      return denied(9)
    })
    const guard = guarded(limiter, { timeoutMs: LONG_MS, onFailure: 'open' })
    for (let i = 1; i <= 50; i++) await guard.tryAcquire(`req-${i}`)
    await decidesAs(
      '51st call, the limiter is back',
      guard.tryAcquire('req-51'),
      justThis(denied(9)),
    )
    if (limiter.asked.length !== 51) {
      throw new Wrong(`51 calls\n  asked ${limiter.asked.length} times\n  expected  51`)
    }
  })

  test('each call has timeoutMs of its own, all of it, from when it is made', async () => {
    const slow = () => new Promise<Decision>((resolve) => setTimeout(resolve, 20, allowed(4)))
    const limiter = new FallibleLimiter((nth) => (nth === 1 ? new Promise(() => {}) : slow()))
    const guard = guarded(limiter, { timeoutMs: 40, onFailure: 'closed' })
    await decidesAs('no answer in 40 ms', guard.tryAcquire('req-1'), failedClosed, 400)
    const when = 'after that, an answer in 20 ms of 40'
    await decidesAs(when, guard.tryAcquire('req-2'), justThis(allowed(4)), 400)
  })

  test('a call that waits holds up no other', async () => {
    const limiter = new FallibleLimiter((nth) =>
      nth === 1 ? new Promise(() => {}) : Promise.resolve(allowed(4)),
    )
    const guard = guarded(limiter, { timeoutMs: 1000, onFailure: 'closed' })
    guard.tryAcquire('req-1').catch(() => {})
    await decidesAs('while req-1 waits', guard.tryAcquire('req-2'), justThis(allowed(4)))
  })
})

describe('a limiter that answers late', () => {
  /** A guard that has decided without its limiter, which then answers as `late` says. */
  async function afterLate(late: (limiter: LateLimiter) => void) {
    const limiter = new LateLimiter()
    const local = new Local(denied(40))
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
    const why = 'each would keep the call in memory until it fires'
    const kinds = {
      answers: answers(allowed(3)),
      rejects: rejects(new Error('down')),
      throws: throws(),
    }
    for (const [what, limiter] of Object.entries(kinds)) {
      const guard = guarded(limiter, { timeoutMs: LONG_MS, onFailure: 'open' })
      const calls = async () => {
        for (let i = 1; i <= 100; i++) await guard.tryAcquire(`req-${i}`)
      }
      await leavesNoTimers(`100 calls of a limiter that ${what}`, calls, { atMost: 5, why })
    }
  })
})

describe('bad parameters', () => {
  test('timeoutMs is checked when guarded is called', () => {
    for (const timeoutMs of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
      const call = () => guarded(answers(allowed(3)), { timeoutMs, onFailure: 'open' })
      refuses(`guarded(…, { timeoutMs: ${timeoutMs} })`, call, 'timeoutMs', timeoutMs)
    }
  })

  test('a cost that is not positive and finite rejects, and nobody is asked', async () => {
    for (const cost of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
      const [limiter, local] = [rejects(new Error('down')), new Local(allowed(1))]
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
        { atMost: 5, why: 'the call was answered' },
      )
    }
  })
})
