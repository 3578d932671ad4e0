import { type GuardOptions, guarded } from '#kata/19-redis-down/guarded-limiter.ts'
import type { AsyncLimiter, Decision } from '#kit'
import {
  allowed,
  answering,
  denied,
  FallibleLimiter,
  handlesRejections,
  hanging,
  keepsProcess,
  LocalLimiter,
  lapse,
  leavesNoTimers,
  probe,
  rejecting,
  throwing,
} from '#support'

/*
 * No time passes here: timers are fired by hand, each in its turn (see lapse).
 */

const MINUTE = 60_000
const down = new Error('READONLY You can’t write against a read only replica.')
const closedLine = [
  new Error('Connection is closed.'),
  new Error('connect ECONNREFUSED 127.0.0.1:6379'),
]

/** What a call comes to, in a word, and when. */
async function decided(
  limiter: AsyncLimiter,
  onFailure: GuardOptions['onFailure'],
  { timeoutMs = MINUTE, cost = 1, forMs = 10 * timeoutMs } = {},
) {
  let decision: Decision | undefined
  let threw: unknown
  const { endedAt } = await lapse(async () => {
    try {
      const guard = guarded(limiter, { timeoutMs, onFailure, now: () => 1000 })
      decision = await guard.tryAcquire('req-1', cost)
    } catch (error) {
      threw = error
    }
  }, forMs)
  const came = threw ? 'threw' : !decision ? 'nothing' : decision.allowed ? 'allowed' : 'denied'
  return { decision, threw, endedAt, came }
}

/** Plays a story in which every timer fires in its turn. */
const story = (run: () => Promise<unknown>) => lapse(run, 100 * MINUTE)

const guard = (
  limiter: AsyncLimiter,
  onFailure: GuardOptions['onFailure'] = 'open',
  timeoutMs = MINUTE,
) => guarded(limiter, { timeoutMs, onFailure, now: () => 1000 })

const after = (ms: number, decision: Decision) =>
  new Promise<Decision>((resolve) => setTimeout(resolve, ms, decision))

/** Whose decision it is: with this wait, the limiter's own. */
const OWN_MS = 77
const own = () => Promise.resolve(denied(OWN_MS))
const whose = ({ retryAfterMs }: Decision) => (retryAfterMs === OWN_MS ? 'its own' : 'another')

const letsInAnError = async () => (await decided(rejecting(down), 'open')).came === 'allowed'

probe('an error', async (see) => {
  for (const error of [down, new Error('NOSCRIPT No matching script.'), undefined]) {
    const { came } = await decided(rejecting(error), 'open')
    see('came', () => (error === undefined && came === 'nothing' ? 'threw' : came))
  }
})

for (const kind of [RangeError, TypeError]) {
  probe(`a ${kind.name}`, async (see) => {
    if (!(await letsInAnError())) return
    for (const text of ['cost must be …', 'undefined', '']) {
      const { came } = await decided(rejecting(new kind(text)), 'open')
      see('came', () => came)
    }
  })
}

probe('what is thrown at once', async (see) => {
  for (const text of ['no connection', 'closed', '']) {
    const { came } = await decided(throwing(new Error(text)), 'open')
    see('came', () => came)
  }
})

probe('when an error is decided', async (see) => {
  for (const timeoutMs of [MINUTE, 5000, 10]) {
    const { came, endedAt } = await decided(rejecting(down), 'open', { timeoutMs })
    if (came === 'threw') return
    see('at once', () => endedAt === 0)
  }
})

probe('when no answer is decided', async (see) => {
  for (const timeoutMs of [90_000, 3_600_000, 5000]) {
    const limiter = hanging()
    const { endedAt } = await decided(limiter, 'open', { timeoutMs })
    if (limiter.asked.length === 1) see('after', () => endedAt)
  }
})

/** How often a limiter is asked in a call. */
async function asked(limiter: FallibleLimiter): Promise<number> {
  await decided(limiter, 'open')
  return limiter.asked.length
}

probe('how often it is asked, with an error', async (see) => {
  for (const text of ['READONLY', 'NOSCRIPT', 'ERR']) {
    const times = await asked(rejecting(new Error(text)))
    see('asked', () => times)
  }
})

probe('how often it is asked, without a line', async (see) => {
  if ((await asked(rejecting(down))) !== 1) return
  for (const error of closedLine) {
    const times = await asked(rejecting(error))
    see('asked', () => times)
  }
})

probe('how often it is asked, when late', async (see) => {
  for (const timeoutMs of [MINUTE, 5, 1000]) {
    const limiter = hanging()
    await decided(limiter, 'open', { timeoutMs })
    see('asked', () => limiter.asked.length)
  }
})

probe('what it is asked with', async (see) => {
  for (const cost of [5, 0.5, 3]) {
    const limiter = answering(allowed(3))
    await decided(limiter, 'open', { cost })
    see('cost', () => limiter.asked[0]?.[1] ?? 'none')
  }
})

probe('a cost that cannot be', async (see) => {
  for (const cost of [0, -1, Number.NaN]) {
    const { came, threw } = await decided(rejecting(down), 'open', { cost })
    see('came', () => (threw instanceof RangeError ? 'a RangeError' : came))
  }
})

probe('closed, with an error', async (see) => {
  for (const error of [down, ...closedLine]) {
    const { came } = await decided(rejecting(error), 'closed')
    if (came !== 'threw') see('came', () => came)
  }
})

probe('closed, without an answer', async (see) => {
  if ((await decided(rejecting(down), 'closed')).came === 'allowed') return
  for (const timeoutMs of [MINUTE, 5, 1000]) {
    const { came } = await decided(hanging(), 'closed', { timeoutMs })
    see('came', () => came)
  }
})

probe('closed: the wait', async (see) => {
  for (const timeoutMs of [12.5, 0.25, MINUTE]) {
    const { decision } = await decided(rejecting(down), 'closed', { timeoutMs })
    const wait = decision?.retryAfterMs ?? 1
    if (decision?.allowed === false) {
      see('wait', () => (!Number.isInteger(wait) ? 'a fraction' : wait < 1 ? 'none' : 'right'))
    }
  }
})

probe('the local limiter, while the other answers', async (see) => {
  for (const decision of [allowed(3), denied(5), allowed(0)]) {
    const local = new LocalLimiter(denied(7))
    await decided(answering(decision), local)
    see('asked', () => local.asked.length)
  }
})

probe('the local limiter, by the cost', async (see) => {
  for (const cost of [1, 2, 5]) {
    const local = new LocalLimiter(denied(7))
    const { came } = await decided(rejecting(down), local, { cost })
    if (came === 'denied') see('asked', () => local.asked.length)
  }
})

probe('after failures', async (see) => {
  for (const fail of [() => Promise.reject(down), () => new Promise<Decision>(() => {})]) {
    for (const count of [4, 20, 40]) {
      const limiter = new FallibleLimiter((nth) => (nth <= count ? fail() : own()))
      await story(async () => {
        const one = guard(limiter)
        for (let i = 1; i <= count; i++) await one.tryAcquire(`req-${i}`).catch(() => {})
        if (limiter.asked.length > count) return
        const last = await one.tryAcquire('req-last')
        see('decision', () => whose(last))
      })
    }
  }
})

/** Whose decision a call gets at once while so many others wait. */
async function while_(waiting: number): Promise<string> {
  const never = new Promise<Decision>(() => {})
  const limiter = new FallibleLimiter((nth) => (nth <= waiting ? never : own()))
  let came = 'nobody’s'
  await lapse(async () => {
    const one = guard(limiter, 'closed')
    for (let i = 1; i <= waiting; i++) one.tryAcquire(`req-${i}`).catch(() => {})
    came = whose(await one.tryAcquire('req-last'))
  }, 0)
  return came
}

probe('while a few wait', async (see) => {
  for (const waiting of [1, 2, 9]) {
    const came = await while_(waiting)
    see('decision', () => came)
  }
})

probe('while a thousand wait', async (see) => {
  if ((await while_(1)) !== 'its own') return
  const came = await while_(1100)
  see('decision', () => came)
})

probe('two calls with one id', async (see) => {
  for (const id of ['req-1', '', 'x']) {
    const limiter = answering(allowed(3))
    await story(async () => {
      const one = guard(limiter)
      await Promise.all([one.tryAcquire(id), one.tryAcquire(id)])
    })
    see('asked', () => limiter.asked.length)
  }
})

probe('two guards', async (see) => {
  for (const policies of [
    ['open', 'closed'],
    ['closed', 'open'],
  ] as const) {
    const decisions: Decision[] = []
    await story(async () => {
      const [one, other] = policies.map((policy) => guard(rejecting(down), policy))
      for (const made of [one, other, one]) {
        if (made) decisions.push(await made.tryAcquire('req-1'))
      }
    })
    if (decisions.length < 3) return
    for (const { allowed } of decisions) see('allowed', () => allowed)
  }
})

/** Whose decision the second call is: answered in time, after a first that had no answer. */
async function second(firstAlone: boolean): Promise<string> {
  let came = 'nobody’s'
  await story(async () => {
    const limiter = new FallibleLimiter((nth) =>
      nth === 1 ? new Promise(() => {}) : after(150, denied(OWN_MS)),
    )
    const one = guard(limiter, 'open', 200)
    const first = one.tryAcquire('req-1')
    await (firstAlone ? first : after(100, allowed(0)))
    came = whose(await one.tryAcquire('req-2'))
    await first
  })
  return came
}

probe('the time of a call after one without an answer', async (see) => {
  for (let i = 0; i < 3; i++) {
    const came = await second(true)
    see('decision', () => came)
  }
})

probe('the time of a call beside one without an answer', async (see) => {
  if ((await second(true)) !== 'its own') return
  for (let i = 0; i < 3; i++) {
    const came = await second(false)
    see('decision', () => came)
  }
})

/** A first call that is late, and then ends so; what comes after it. */
async function late(
  end: (resolve: (decision: Decision) => void, reject: (error: Error) => void) => void,
) {
  const local = new LocalLimiter(denied(40))
  let next: Decision | undefined
  await story(async () => {
    let ending = () => {}
    const limiter = new FallibleLimiter((nth) =>
      nth > 1
        ? Promise.resolve(allowed(8))
        : new Promise((resolve, reject) => {
            ending = () => end(resolve, reject)
          }),
    )
    const one = guard(limiter, local)
    await one.tryAcquire('req-1')
    ending()
    await new Promise((resolve) => setImmediate(resolve))
    const askedBefore = local.asked.length
    next = await one.tryAcquire('req-2')
    local.asked.length = askedBefore
  })
  return { next, asked: local.asked.length }
}

probe('a late answer, and the next call', async (see) => {
  for (const remaining of [3, 5, 0]) {
    const { next } = await late((resolve) => resolve(allowed(remaining)))
    see('gets it', () => next?.allowed === true && next.remaining === remaining)
  }
})

probe('a late answer, and the local limiter', async (see) => {
  for (const remaining of [3, 5, 0]) {
    const { asked } = await late((resolve) => resolve(allowed(remaining)))
    if (asked > 0) see('asked', () => asked)
  }
})

probe('a late error', async (see) => {
  for (const error of [down, ...closedLine]) {
    const handled = await handlesRejections('', () => late((_, reject) => reject(error))).then(
      () => true,
      () => false,
    )
    see('handled', () => handled)
  }
})

/** Whether calls that this limiter answers leave no timer. */
const leavesNone = (limiter: AsyncLimiter) => {
  const one = guard(limiter, 'open', 5)
  const calls = async () => {
    for (const id of ['req-1', 'req-2']) await one.tryAcquire(id)
  }
  return leavesNoTimers('', calls, '').then(
    () => true,
    () => false,
  )
}

probe('the timers of what was answered', async (see) => {
  for (const decision of [allowed(3), denied(9), allowed(0)]) {
    const none = await leavesNone(answering(decision))
    see('none left', () => none)
  }
})

// Stretch, from here on.

/** Whether the core is right, as far as some calls tell. */
async function coreIsRight(): Promise<boolean> {
  const late = await decided(hanging(), 'closed')
  const failed = await decided(rejecting(new TypeError()), 'closed')
  return (
    late.came === 'denied' &&
    late.endedAt === MINUTE &&
    failed.came === 'denied' &&
    failed.endedAt === 0 &&
    Number(failed.decision?.retryAfterMs) > 0 &&
    (await asked(rejecting(down))) === 1 &&
    (await asked(hanging())) === 1 &&
    (await while_(1)) === 'its own' &&
    (await leavesNone(answering(allowed(3))))
  )
}

probe('a time that no timer holds', async (see) => {
  if (!(await coreIsRight())) return
  for (const timeoutMs of [2 ** 31, 2 ** 32, 1e15]) {
    const limiter = new FallibleLimiter(() => after(20, denied(OWN_MS)))
    const { decision } = await decided(limiter, 'open', { timeoutMs, forMs: 1000 })
    if (decision) see('decision', () => whose(decision))
  }
})

probe('the process, while it waits', async (see) => {
  if (!(await coreIsRight())) return
  for (const timeoutMs of [MINUTE, 1000, 20_000]) {
    const one = guard(hanging(), 'open', timeoutMs)
    const kept = await keepsProcess('', () => one.tryAcquire('req-1')).then(
      () => true,
      () => false,
    )
    see('kept', () => kept)
  }
})
