import { type GuardOptions, guarded } from '#kata/19-redis-down/guarded-limiter.ts'
import type { AsyncLimiter, Decision } from '#kit'
import {
  allowed,
  answering,
  denied,
  FallibleLimiter,
  handlesRejections,
  LocalLimiter,
  lapse,
  leavesNoTimers,
  probe,
  rejecting,
} from '#support'

/*
 * What is left of a call, and calls beside it. No time passes here, either.
 */

const MINUTE = 60_000
const down = new Error('READONLY You can’t write against a read only replica.')

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
  for (const error of [down, new Error('Connection is closed.'), new TypeError()]) {
    const handled = await handlesRejections('', () => late((_, reject) => reject(error))).then(
      () => true,
      () => false,
    )
    see('handled', () => handled)
  }
})

/** Whether calls that this limiter answers leave no timer. */
const leavesNone = (limiter: AsyncLimiter) => {
  const one = guard(limiter, 'open', 60_000)
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
