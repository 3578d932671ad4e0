import { type GuardOptions, guarded } from '#kata/19-redis-down/guarded-limiter.ts'
import type { AsyncLimiter, Decision } from '#kit'
import {
  allowed,
  answering,
  attemptAsync,
  denied,
  FallibleLimiter,
  hanging,
  keepsProcess,
  LocalLimiter,
  lapse,
  leavesNoTimers,
  type Outcome,
  once,
  probe,
  rejecting,
  throwing,
} from '#support'

/*
 * One call. No time passes here: timers are fired by hand, each in its turn (see lapse).
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
  {
    timeoutMs = MINUTE,
    cost = 1,
    forMs = 10 * timeoutMs,
  }: { timeoutMs?: number; cost?: number; forMs?: number } = {},
) {
  let outcome: Outcome | undefined
  const { endedAt } = await lapse(async () => {
    const call = () =>
      guarded(limiter, { timeoutMs, onFailure, now: () => 1000 }).tryAcquire('req-1', cost)
    outcome = await attemptAsync(call)
  }, forMs)
  return { ...inWords(outcome), endedAt }
}

function inWords(outcome: Outcome | undefined) {
  if (!outcome) return { came: 'nothing' }
  if ('threw' in outcome) return { came: 'threw', threw: outcome.threw }
  const decision = outcome.returned as Decision | undefined
  return { came: !decision ? 'nothing' : decision.allowed ? 'allowed' : 'denied', decision }
}

const letsInAnError = async () => (await decided(rejecting(down), 'open')).came === 'allowed'

probe('an error', async (see) => {
  for (const error of [down, new Error('NOSCRIPT No matching script.'), undefined]) {
    const { came } = await decided(rejecting(error), 'open')
    see('came', () => came)
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
  for (const timeoutMs of [MINUTE, 5000, 20_000]) {
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

// Stretch, from here on.

/** Whether the core is right, as far as some calls tell: who fails by that has no use for the stretch. */
const coreIsRight = once(async () => {
  const failed = await decided(rejecting(new TypeError()), 'closed')
  const late = await decided(hanging(), 'closed')
  const local = new LocalLimiter(denied(7))
  const { decision } = await decided(rejecting(down), local)
  return (
    failed.came === 'denied' &&
    failed.endedAt === 0 &&
    Number(failed.decision?.retryAfterMs) > 0 &&
    late.came === 'denied' &&
    late.endedAt === MINUTE &&
    decision?.retryAfterMs === 7 &&
    (await asked(rejecting(down))) === 1 &&
    (await asked(hanging())) === 1 &&
    (await goesOnAsking())
  )
})

/** Whether it asks after some failures, too, and keeps no timer of any call. */
async function goesOnAsking(): Promise<boolean> {
  const limiter = rejecting(down)
  const answers = answering(allowed(3))
  const calls = async () => {
    const options = { timeoutMs: 5, onFailure: 'open' } as const
    const [failing, answered] = [guarded(limiter, options), guarded(answers, options)]
    for (let i = 0; i < 20; i++) await failing.tryAcquire('req-1')
    await answered.tryAcquire('req-1')
  }
  const left = await attemptAsync(() => leavesNoTimers('', calls, ''))
  return !('threw' in left) && limiter.asked.length === 20
}

probe('a time that no timer holds', async (see) => {
  if (!(await coreIsRight())) return
  for (const timeoutMs of [2 ** 31, 2 ** 32, 1e15]) {
    const answer = () => new Promise<Decision>((resolve) => setTimeout(resolve, 20, denied(77)))
    const limiter = new FallibleLimiter(answer)
    const { decision } = await decided(limiter, 'open', { timeoutMs, forMs: 1000 })
    if (decision) see('its own', () => decision.retryAfterMs === 77)
  }
})

probe('the process, while it waits', async (see) => {
  if (!(await coreIsRight())) return
  for (const timeoutMs of [MINUTE, 1000, 20_000]) {
    const one = guarded(hanging(), { timeoutMs, onFailure: 'open' })
    const kept = await keepsProcess('', () => one.tryAcquire('req-1')).then(
      () => true,
      () => false,
    )
    see('kept', () => kept)
  }
})
