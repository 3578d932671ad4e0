import { describe, test } from 'vitest'
import { KeyedLimiter } from '#kata/11-keyed-limiter/keyed-limiter.ts'
import {
  allowed,
  Bursts,
  denied,
  rangeError,
  refuses,
  replay,
  type Step,
  startsNoTimer,
} from '#support'

/** Lets in two requests, and no more however long one waits: a new one is easily told apart. */
const quota = (note: (now: number) => void = () => {}) => {
  let left = 2
  return {
    tryAcquire: (now: number) => {
      note(now)
      return left > 0 ? allowed(--left) : denied(1000)
    },
  }
}

/** Keyed limiters whose `create` makes a quota of 2, with what the tests ask them besides. */
function keyed(idleMs: number, steps: readonly Step[]) {
  const made = `new KeyedLimiter({ create: a quota of 2, idleMs: ${idleMs} })`
  const make = () => {
    const created: number[] = []
    const asked: number[] = []
    const create = (now: number) => {
      created.push(now)
      return quota((now) => asked.push(now))
    }
    const limiter = new KeyedLimiter({ create, idleMs })
    return {
      tryAcquire: (key: string, now: number) => limiter.tryAcquire(key, now),
      size: () => limiter.size,
      /** The `now` of each call of `create`, and of each request that a limiter was asked for. */
      created: () => created,
      asked: () => asked,
    }
  }
  replay(made, make, steps)
}

const ask = (key: string, now: number, decision: unknown): Step => [
  'tryAcquire',
  [key, now],
  decision,
]

/** A few calls, which `size` may lag by: it may not lag by time. */
const aFewCalls = (key: string, now: number): Step[] =>
  Array.from({ length: 100 }, () => ask(key, now, {}))

describe('keys', () => {
  test('each key has a limiter of its own', () => {
    keyed(1000, [
      ask('ann', 0, allowed(1)),
      ask('bob', 0, allowed(1)),
      ask('ann', 1, allowed(0)),
      ask('ann', 2, denied(1000)),
      ask('bob', 3, allowed(0)),
      ask('cat', 3, allowed(1)),
    ])
  })

  test('create is called at the first request of a key, and once', () => {
    keyed(1000, [
      ['created', [], []],
      ask('ann', 5, allowed(1)),
      ['created', [], [5]],
      ask('ann', 6, allowed(0)),
      ask('ann', 7, denied(1000)),
      ['created', [], [5]],
      ask('bob', 8, allowed(1)),
      ['created', [], [5, 8]],
      ['asked', [], [5, 6, 7, 8]],
    ])
  })

  test('any string is a key, "__proto__" and the empty one too', () => {
    const names = ['', ' ', '0', 'a', 'A', '\u00e9', 'e\u0301', '\0']
    const surrogates = ['\ud83d', '\ud83e', '\ufffd'] // alone: none has an encoding of its own
    const known = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'size', 'undefined']
    const keys = [...names, ...surrogates, ...known]
    keyed(1000, [
      ...keys.map((key) => ask(key, 0, allowed(1))),
      ...keys.map((key) => ask(key, 1, allowed(0))),
      ...keys.map((key) => ask(key, 2, denied(1000))),
      ['size', [], keys.length],
      ...keys.map((key) => ask(key, 1002, allowed(1))),
    ])
  })

  test('any limiter will do: one for each key that lets in two, and two more after a pause', () => {
    const create = () => new Bursts({ limit: 2, pauseMs: 60_000 })
    replay('new KeyedLimiter({ … })', () => new KeyedLimiter({ create, idleMs: 60_000 }), [
      ask('ann', 0, allowed(1)),
      ask('ann', 10_000, allowed(0)),
      ask('bob', 10_000, allowed(1)),
      ask('ann', 20_000, denied(50_000)),
      ask('ann', 69_999, denied(1)),
      ask('ann', 70_000, allowed(1)),
    ])
  })
})

describe('forgetting', () => {
  test('a key is forgotten idleMs after its last request, not a ms earlier', () => {
    keyed(1000, [
      ask('ann', 0, allowed(1)),
      ask('ann', 999, allowed(0)), // 999 ms later: remembered
      ask('bob', 0, allowed(1)), // as of 999
      ask('ann', 1999, allowed(1)), // exactly 1000 later: a new limiter
      ask('bob', 1999, allowed(1)),
      ['created', [], [0, 999, 1999, 1999]],
    ])
  })

  test('a denied request keeps its key, too', () => {
    keyed(1000, [
      ask('ann', 0, allowed(1)),
      ask('ann', 0, allowed(0)),
      ...Array.from({ length: 20 }, (_, i) => ask('ann', (i + 1) * 999, denied(1000))),
      ask('ann', 20 * 999 + 1000, allowed(1)),
    ])
  })

  test("other keys' requests do not keep a key", () => {
    keyed(1000, [
      ask('ann', 0, allowed(1)),
      ...Array.from({ length: 9 }, (_, i) => ask('bob', (i + 1) * 100, {})),
      ask('ann', 1000, allowed(1)),
    ])
  })

  test('a key may be forgotten again and again', () => {
    const rounds = Array.from({ length: 50 }, (_, i): Step[] => [
      ask('ann', i * 1000, allowed(1)),
      ask('bob', i * 1000, allowed(1)),
    ])
    keyed(1000, rounds.flat())
  })

  test('a jump far forward forgets; idleMs may be a year', () => {
    const year = 365 * 24 * 60 * 60 * 1000
    keyed(year, [
      ask('ann', 0, allowed(1)),
      ask('ann', year - 1, allowed(0)),
      ask('ann', 2 * year - 1, allowed(1)),
      ask('ann', Number.MAX_SAFE_INTEGER, allowed(1)),
      ask('ann', Number.MAX_SAFE_INTEGER, allowed(0)),
    ])
  })
})

describe('size', () => {
  test('it counts the keys, not the requests', () => {
    keyed(1000, [
      ['size', [], 0],
      ask('ann', 0, allowed(1)),
      ['size', [], 1],
      ask('ann', 1, allowed(0)),
      ask('bob', 2, allowed(1)),
      ask('ann', 3, denied(1000)),
      ['size', [], 2],
    ])
  })

  test('a forgotten key leaves size within a few calls, though nobody asks for it', () => {
    keyed(1000, [
      ask('ann', 0, allowed(1)),
      ask('bob', 1, allowed(1)),
      ask('cat', 2, allowed(1)),
      ...aFewCalls('dan', 1000),
      ['size', [], 3], // ann is gone
      ...aFewCalls('dan', 1001),
      ['size', [], 2],
      ...aFewCalls('dan', 1002),
      ['size', [], 1],
    ])
  })

  test('a key that is asked for again does not hold up those that are not', () => {
    keyed(1000, [
      ask('9', 0, allowed(1)),
      ask('bob', 1, allowed(1)),
      ask('8', 2, allowed(1)),
      ask('9', 500, allowed(0)), // was first, and is now the youngest
      ...aFewCalls('1', 1001),
      ['size', [], 3], // 8, 9 and 1
      ...aFewCalls('1', 1499),
      ['size', [], 2],
      ask('9', 1499, denied(1000)),
    ])
  })
})

describe('the clock', () => {
  test('one clock for all keys: an earlier now counts as the latest one seen', () => {
    keyed(1000, [
      ask('ann', 5000, allowed(1)),
      ask('bob', 4000, allowed(1)), // as of 5000
      ask('ann', 0, allowed(0)),
      ['created', [], [5000, 5000]],
      ['asked', [], [5000, 5000, 5000]],
      ask('bob', 5999, allowed(0)),
      ask('ann', 5999 - 2 * 24 * 60 * 60 * 1000, denied(1000)), // two days back: as of 5999
      ask('ann', 6998, denied(1000)),
    ])
  })

  test('times of epoch size work as small ones do', () => {
    const t = 1_760_000_000_000
    keyed(1000, [
      ask('ann', t, allowed(1)),
      ask('ann', t + 999, allowed(0)),
      ask('ann', t + 1999, allowed(1)),
    ])
  })

  test('now must be finite; a call that threw has changed nothing', () => {
    for (const now of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
      keyed(1000, [
        ask('bob', now, rangeError('now', now)),
        ask('ann', 0, allowed(1)),
        ask('ann', now, rangeError('now', now)),
        ask('bob', now, rangeError('now', now)),
        ['size', [], 1],
        ['created', [], [0]],
        ['asked', [], [0]],
        ask('ann', 999, allowed(0)),
      ])
    }
  })

  test('idleMs must be positive and finite', () => {
    for (const idleMs of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
      const make = () => new KeyedLimiter({ create: () => quota(), idleMs })
      refuses(`new KeyedLimiter({ …, idleMs: ${idleMs} })`, make, 'idleMs', idleMs)
    }
  })

  test('no timer is started', () => {
    const run = () => keyed(60_000, [ask('ann', 0, {}), ask('bob', 5, {}), ask('ann', 70_000, {})])
    startsNoTimer('three requests of two keys', run, 'each request can see to what is forgotten')
  })
})
