import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Answer,
  atMostInBursts,
  atMostInFrame,
  atMostInWindow,
  atMostQueued,
  atMostRefilled,
  Bursts,
  type Definition,
} from '#support'
import { ALL, lawOf } from '../support/laws/limiter-laws.ts'
import { type Model, modelOf } from '../support/oracles/limiters.ts'

const window = { limit: 2, windowMs: 100 }
const bucket = { capacity: 3, refillPerSec: 4 }
const queue = { queueLimit: 2, intervalMs: 50 }
const bursts = { limit: 2, pauseMs: 100 }

interface Tried {
  readonly is: Definition
  readonly model: () => Model<unknown>
  readonly bound: (allowed: readonly { at: number; cost: number }[]) => string | undefined
}

const tried = (is: Definition, bound: Tried['bound']): Tried => ({
  ...{ is, model: () => modelOf(is), bound },
})

const LIMITERS: Readonly<Record<string, Tried>> = {
  'fixed window': tried({ is: 'fixed window', ...window }, (allowed) =>
    atMostInFrame(window, allowed),
  ),
  'sliding log': tried({ is: 'sliding log', ...window }, (allowed) =>
    atMostInWindow(window, allowed),
  ),
  'sliding counter': tried({ is: 'sliding counter', ...window }, (allowed) =>
    atMostInFrame(window, allowed),
  ),
  'token bucket': tried({ is: 'token bucket', ...bucket, startedAt: 0 }, (allowed) =>
    atMostRefilled(bucket, allowed),
  ),
  'leaky bucket': tried({ is: 'leaky bucket', ...queue }, (allowed) =>
    atMostQueued(queue, allowed),
  ),
  'limiter of bursts': tried({ is: 'bursts', ...bursts }, (allowed) =>
    atMostInBursts(bursts, allowed),
  ),
}

/** The laws that this limiter breaks: what each says. */
function broken({ is, bound }: Tried, make: () => { tryAcquire(now: number): Answer }) {
  const judged = {
    made: () => 'new Limiter()',
    make,
    is: () => is,
    bound: (_options: object, allowed: readonly { at: number; cost: number }[]) => bound(allowed),
  }
  const inputs = { options: fc.constant({}), periods: () => [50, 100, 250], starts: [0] }
  const found = ALL.map((name) => {
    const { input, holds } = lawOf(name, judged, inputs)
    const property = fc.property(input, holds)
    const { errorInstance } = fc.check(property, { seed: 1, numRuns: 200 })
    return [name, errorInstance instanceof Error ? errorInstance.message : undefined] as const
  })
  return new Map(found.filter(([, message]) => message !== undefined))
}

const lawsBroken = (...args: Parameters<typeof broken>) => [...broken(...args).keys()]

/** Answers as the model does, but for what `wrong` makes of it. */
function spoilt(
  { model }: Tried,
  wrong: (answer: Answer, now: number, again: (now: number) => Answer) => Answer,
) {
  return () => {
    const one = model()
    return {
      tryAcquire: (now: number) => wrong(one.tryAcquire(now), now, (now) => one.tryAcquire(now)),
    }
  }
}

describe.for(Object.entries(LIMITERS))('the laws of a %s', ([, tried]) => {
  test('hold for the model itself', () => {
    expect(lawsBroken(tried, tried.model)).toEqual([])
  })

  test('find a limiter that allows everything', () => {
    const make = () => ({
      tryAcquire: (): Answer => ({ allowed: true, remaining: 1, retryAfterMs: 0 }),
    })
    expect(lawsBroken(tried, make)).toEqual(['bound', 'remaining', 'oracle'])
  })

  test('find a wait that is a ms too long', () => {
    const make = spoilt(tried, (answer) =>
      answer.allowed ? answer : { ...answer, retryAfterMs: answer.retryAfterMs + 1 },
    )
    expect(lawsBroken(tried, make)).toEqual(['retryAfterMs', 'oracle'])
  })

  test('find a wait that is a ms too short', () => {
    const make = spoilt(tried, (answer) =>
      answer.allowed ? answer : { ...answer, retryAfterMs: answer.retryAfterMs - 1 },
    )
    expect(lawsBroken(tried, make)).toEqual(['retryAfterMs', 'oracle'])
  })

  test('find one too many remaining', () => {
    const make = spoilt(tried, (answer) => ({ ...answer, remaining: answer.remaining + 1 }))
    expect(lawsBroken(tried, make)).toEqual(['remaining', 'oracle'])
  })

  test('find a denied request that is charged', () => {
    const make = spoilt(tried, (answer, now, again) => {
      if (!answer.allowed) again(now + answer.retryAfterMs)
      return answer
    })
    expect(lawsBroken(tried, make)).toContain('denied')
  })

  test('find a clock that runs back', () => {
    const make = () => {
      let one = tried.model()
      let latest = Number.NEGATIVE_INFINITY
      return {
        tryAcquire(now: number) {
          if (now < latest) one = tried.model()
          latest = now
          return one.tryAcquire(now)
        },
      }
    }
    expect(lawsBroken(tried, make)).toContain('clock')
  })
})

test('a broken law shows the calls up to it, the limiter, and what was right', () => {
  const tried = LIMITERS['sliding log'] as Tried
  const make = spoilt(tried, (answer) => ({ ...answer, remaining: 9 }))
  expect(broken(tried, make).get('oracle')).toBe(
    'new Limiter()\n  tryAcquire(0)  → allowed, remaining 9\n  expected allowed, remaining 1',
  )
})

test('the limiter that katas are handed is the one of the oracle', () => {
  const tried = LIMITERS['limiter of bursts'] as Tried
  expect(lawsBroken(tried, () => new Bursts(bursts))).toEqual([])
})
