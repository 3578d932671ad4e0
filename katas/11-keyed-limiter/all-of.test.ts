import { describe, test } from 'vitest'
import { allOf } from '#kata/11-keyed-limiter/keyed-limiter.ts'
import { finite, type PeekableLimiter } from '#kit'
import {
  allowed,
  denied,
  fixedWindowRule,
  isAllowed,
  Model,
  type Rule,
  rangeError,
  replay,
  type Step,
  slidingLogRule,
} from '#support'

/** A limiter by its definition, which checks its `now` as every limiter does. */
function peekable<State>(rule: Rule<State>): PeekableLimiter {
  const model = new Model(rule)
  const checked = (now: number) => {
    finite('now', now)
    return now
  }
  return {
    peek: (now) => model.peek(checked(now)),
    tryAcquire: (now) => model.tryAcquire(checked(now)),
  }
}

const log = (limit: number, windowMs: number) => peekable(slidingLogRule({ limit, windowMs }))
const frame = (limit: number, windowMs: number) => peekable(fixedWindowRule({ limit, windowMs }))

const all = (words: string, limiters: readonly PeekableLimiter[], steps: readonly Step[]) =>
  replay(`allOf([${words}])`, () => allOf(Object.freeze([...limiters])), steps)

const ask = (now: number, decision: unknown): Step => ['tryAcquire', [now], decision]
const peek = (now: number, decision: unknown): Step => ['peek', [now], decision]
const many = (n: number, step: Step): Step[] => Array.from({ length: n }, () => step)

describe('allOf, for a star', () => {
  test('stretch: 10 a second and 100 a minute: the strictest decides', () => {
    const seconds = Array.from({ length: 10 }, (_, s): Step[] => [
      ...Array.from({ length: 10 }, (_, i): Step => ask(s * 1000, allowed(9 - i))),
      ask(s * 1000, denied(s < 9 ? 1000 : 51_000)),
    ])
    all(
      '10 a second, 100 a minute',
      [log(10, 1000), log(100, 60_000)],
      [...seconds.flat(), ask(59_999, denied(1)), ask(60_000, allowed(9))],
    )
  })

  test('stretch: a denial takes nothing from any, whatever their order', () => {
    const limits = () => [log(3, 60_000), log(1, 1000)] as const
    for (const swapped of [false, true]) {
      const [minute, second] = limits()
      const limiters = swapped ? [second, minute] : [minute, second]
      all(swapped ? '1 a second, 3 a minute' : '3 a minute, 1 a second', limiters, [
        ask(0, allowed(0)),
        ...many(20, ask(0, denied(1000))),
        ask(1000, allowed(0)),
        ...many(20, ask(1500, denied(500))),
        ask(2000, allowed(0)), // the third of the minute
        ask(3000, denied(57_000)),
      ])
    }
  })

  test('stretch: retryAfterMs is the longest, remaining the smallest', () => {
    const limiters = () => [frame(2, 1000), log(3, 5000), log(5, 700)]
    for (const order of [
      [0, 1, 2],
      [2, 1, 0],
      [1, 0, 2],
    ] as const) {
      const made = limiters()
      const ordered = order.map((i) => made[i] as PeekableLimiter)
      all('2 a frame of 1 s, 3 in 5 s, 5 in 0.7 s', ordered, [
        ask(600, allowed(1)),
        ask(700, allowed(0)),
        ask(700, denied(300)),
        ask(1000, allowed(0)), // the third in 5 s
        ask(1000, denied(4600)),
        ask(5600, allowed(0)),
        ask(5600, denied(100)),
      ])
    }
  })

  test('stretch: where all deny, the longest wait counts', () => {
    const steps = [ask(0, allowed(0)), ask(10, denied(59_990)), peek(10, denied(59_990))]
    all('1 a minute, 1 a second', [log(1, 60_000), log(1, 1000)], steps)
    all('1 a second, 1 a minute', [log(1, 1000), log(1, 60_000)], steps)
  })

  test('stretch: peek takes nothing, and remaining counts the request itself', () => {
    all(
      '2 a second, 3 a minute',
      [log(2, 1000), log(3, 60_000)],
      [
        ...many(10, peek(0, allowed(2))),
        ask(0, allowed(1)),
        peek(0, allowed(1)),
        ask(0, allowed(0)),
        ...many(10, peek(0, denied(1000))),
        peek(1000, allowed(1)),
        ask(1000, allowed(0)),
        peek(1000, denied(59_000)),
      ],
    )
  })

  test('stretch: an earlier now counts as the latest one that any call has seen', () => {
    all(
      '2 a second, 1 in 100 ms',
      [log(2, 1000), log(1, 100)],
      [
        ask(5000, allowed(0)),
        peek(5050, denied(50)),
        ask(5000, denied(50)), // peek has seen 5050
        ask(5090, denied(10)),
        peek(0, denied(10)), // a denied one has seen 5090
        ask(5100, allowed(0)),
        ask(5500, denied(500)),
        peek(5100, denied(500)),
        ask(5999, denied(1)),
        ask(6000, allowed(0)),
      ],
    )
  })

  test('stretch: an earlier now is the same for those behind the one that denied', () => {
    all(
      'a frame, 1 in 100 ms',
      [frame(1, 1000), log(1, 100)],
      [
        ask(950, allowed(0)),
        peek(990, denied(60)),
        ask(1049, denied(1)),
        peek(1000, denied(1)),
        ask(1050, allowed(0)),
      ],
    )
  })

  test('stretch: now must be finite, and nothing has changed', () => {
    for (const now of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
      all(
        '2 a second, 3 a minute',
        [log(2, 1000), log(3, 60_000)],
        [
          ask(now, rangeError('now', now)),
          ask(0, allowed(1)),
          ask(now, rangeError('now', now)),
          peek(now, rangeError('now', now)),
          ask(0, allowed(0)),
          peek(0, denied(1000)),
        ],
      )
    }
  })

  test('stretch: one limiter alone decides as it would', () => {
    all(
      '2 a second',
      [log(2, 1000)],
      [
        peek(0, allowed(2)),
        ask(0, allowed(1)),
        ask(100, allowed(0)),
        ask(100, denied(900)),
        peek(1000, allowed(1)),
      ],
    )
  })

  test('stretch: an allOf is a limiter for another one', () => {
    const inner = allOf([log(2, 1000), log(4, 10_000)])
    all(
      'allOf([2 a second, 4 in 10 s]), 3 a minute',
      [inner, log(3, 60_000)],
      [
        peek(0, allowed(2)),
        ask(0, allowed(1)),
        ask(0, allowed(0)),
        ask(0, denied(1000)),
        ask(1000, allowed(0)), // the third of the minute
        ...many(10, ask(1000, denied(59_000))),
        ask(60_000, isAllowed),
      ],
    )
    // What the minute denied, the inner ones have not paid for.
    replay('allOf([2 a second, 4 in 10 s])', () => inner, [peek(60_000, allowed(1))])
  })
})
