import { describe, test } from 'vitest'
import { allOf } from '#kata/11-keyed-limiter/keyed-limiter.ts'
import type { PeekableLimiter } from '#kit'
import { allowed, Bursts, denied, isAllowed, rangeError, replay, type Step } from '#support'

const bursts = (limit: number, pauseMs: number) => new Bursts({ limit, pauseMs })

const all = (words: string, limiters: readonly PeekableLimiter[], steps: readonly Step[]) =>
  replay(`allOf([${words}])`, () => allOf(Object.freeze([...limiters])), steps)

const ask = (now: number, decision: unknown): Step => ['tryAcquire', [now], decision]
const peek = (now: number, decision: unknown): Step => ['peek', [now], decision]
const many = (n: number, step: Step): Step[] => Array.from({ length: n }, () => step)

describe('allOf, for a star', () => {
  test('stretch: bursts of 10 and of 100: the strictest decides', () => {
    const seconds = Array.from({ length: 10 }, (_, s): Step[] => [
      ...Array.from({ length: 10 }, (_, i): Step => ask(s * 1000, allowed(9 - i))),
      ask(s * 1000, denied(s < 9 ? 1000 : 60_000)),
    ])
    all(
      '10 a burst, 1 s apart; 100 a burst, 60 s apart',
      [bursts(10, 1000), bursts(100, 60_000)],
      [...seconds.flat(), ask(68_999, denied(1)), ask(69_000, allowed(9))],
    )
  })

  test('stretch: a denial takes nothing from any, whatever their order', () => {
    const limits = () => [bursts(3, 60_000), bursts(1, 1000)] as const
    for (const swapped of [false, true]) {
      const [minute, second] = limits()
      const limiters = swapped ? [second, minute] : [minute, second]
      all(swapped ? '1 a burst; 3 a burst' : '3 a burst; 1 a burst', limiters, [
        ask(0, allowed(0)),
        ...many(20, ask(0, denied(1000))),
        ask(1000, allowed(0)),
        ...many(20, ask(1500, denied(500))),
        ask(2000, allowed(0)), // the third of the longer one
        ask(3000, denied(59_000)),
      ])
    }
  })

  test('stretch: retryAfterMs is the longest, remaining the smallest', () => {
    const limiters = () => [bursts(2, 300), bursts(3, 5000), bursts(5, 700)]
    for (const order of [
      [0, 1, 2],
      [2, 1, 0],
      [1, 0, 2],
    ] as const) {
      const made = limiters()
      const ordered = order.map((i) => made[i] as PeekableLimiter)
      all('2 a burst, 0.3 s apart; 3, 5 s apart; 5, 0.7 s apart', ordered, [
        ask(600, allowed(1)),
        ask(700, allowed(0)),
        ask(700, denied(300)),
        ask(1000, allowed(0)), // the third of three
        ask(1000, denied(5000)),
        ask(5999, denied(1)),
        ask(6000, allowed(1)),
        ask(6000, allowed(0)),
        ask(6000, denied(300)),
      ])
    }
  })

  test('stretch: where all deny, the longest wait counts', () => {
    const steps = [ask(0, allowed(0)), ask(10, denied(59_990)), peek(10, denied(59_990))]
    all('one, 60 s apart; one, 1 s apart', [bursts(1, 60_000), bursts(1, 1000)], steps)
    all('one, 1 s apart; one, 60 s apart', [bursts(1, 1000), bursts(1, 60_000)], steps)
  })

  test('stretch: peek takes nothing, and remaining counts the request itself', () => {
    all(
      '2 a burst, 1 s apart; 3, 60 s apart',
      [bursts(2, 1000), bursts(3, 60_000)],
      [
        ...many(10, peek(0, allowed(2))),
        ask(0, allowed(1)),
        peek(0, allowed(1)),
        ask(0, allowed(0)),
        ...many(10, peek(0, denied(1000))),
        peek(1000, allowed(1)),
        ask(1000, allowed(0)),
        peek(1000, denied(60_000)),
      ],
    )
  })

  test('stretch: an earlier now counts as the latest one that any call has seen', () => {
    all(
      '2 a burst, 1 s apart; one, 0.1 s apart',
      [bursts(2, 1000), bursts(1, 100)],
      [
        ask(5000, allowed(0)),
        peek(5050, denied(50)),
        ask(5000, denied(50)), // peek has seen 5050
        ask(5090, denied(10)),
        peek(0, denied(10)), // a denied one has seen 5090
        ask(5100, allowed(0)),
        ask(5500, denied(600)),
        peek(5100, denied(600)),
        ask(6099, denied(1)),
        ask(6100, allowed(0)),
      ],
    )
  })

  test('stretch: an earlier now is the same for those behind the one that denied', () => {
    all(
      'one, 0.05 s apart; one, 0.1 s apart',
      [bursts(1, 50), bursts(1, 100)],
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
        '2 a burst, 1 s apart; 3, 60 s apart',
        [bursts(2, 1000), bursts(3, 60_000)],
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
      '2 a burst, 1 s apart',
      [bursts(2, 1000)],
      [
        peek(0, allowed(2)),
        ask(0, allowed(1)),
        ask(100, allowed(0)),
        ask(100, denied(1000)),
        peek(1100, allowed(2)),
      ],
    )
  })

  test('stretch: an allOf is a limiter for another one', () => {
    const inner = allOf([bursts(2, 1000), bursts(4, 10_000)])
    const words = 'allOf([2 a burst, 1 s apart; 4, 10 s apart])'
    all(
      `${words}; 3, 60 s apart`,
      [inner, bursts(3, 60_000)],
      [
        peek(0, allowed(2)),
        ask(0, allowed(1)),
        ask(0, allowed(0)),
        ask(0, denied(1000)),
        ask(1000, allowed(0)), // the third of three
        ...many(10, ask(1000, denied(60_000))),
      ],
    )
    // What the longer one denied, the inner ones have not paid for.
    replay(words, () => inner, [peek(1000, allowed(1)), ask(1000, isAllowed)])
  })
})
