import { describe, test } from 'vitest'
import { KeyedLimiter } from '#kata/11-keyed-limiter/keyed-limiter.ts'
import { allowed, growsLinearly, keepsWithin, Wrong } from '#support'

const create = () => ({ tryAcquire: () => allowed(1) })
const plain = (idleMs: number) => new KeyedLimiter({ create, idleMs })

// Counted, so that they end by their steps; the time is for a machine that is busy otherwise.
describe('cost', { timeout: 20_000 }, () => {
  /** Asks `keys` in a row for each time from 0 to n − 1. */
  const asks = (limiter: KeyedLimiter, n: number, key: (i: number) => number, from = 0) => {
    for (let i = 0; i < n; i++) limiter.tryAcquire(`key-${key(i)}`, from + i)
    return limiter
  }

  const shapes: Record<string, (n: number) => unknown> = {
    'requests of new keys': (n) => asks(plain(1_000_000), n, (i) => i),
    'requests of one key, beside as many others': (n) =>
      asks(
        asks(plain(1_000_000), n, (i) => i),
        2 * n,
        () => 0,
        n,
      ),
    'requests of keys in turn': (n) => asks(plain(1_000_000), 3 * n, (i) => i % n),
    'requests of keys from the last to the first': (n) =>
      asks(
        asks(plain(1_000_000), n, (i) => i),
        2 * n,
        (i) => (2 * n - 1 - i) % n,
        n,
      ),
    'new keys, while as many old ones are forgotten': (n) => asks(plain(n), 3 * n, (i) => i),
    'requests while the others are forgotten one by one': (n) =>
      asks(
        asks(plain(n), n, (i) => i),
        2 * n,
        () => -1,
        n,
      ),
    'requests after a silence': (n) =>
      asks(
        asks(plain(n), n, (i) => i),
        2 * n,
        (i) => i % 7,
        1_000_000,
      ),
  }

  test.for(Object.entries(shapes))('%s cost a constant each, however many', ([shape, run]) => {
    growsLinearly({
      of: (n) => `${n.toLocaleString('en-US')} ${shape}`,
      run: (n) => () => run(n),
      n: 128,
      needs: (n) => 5 * n,
      why: 'a request need not look at keys that are neither its own nor to be forgotten',
    })
  })
})

const KEYS = 100_000

function expectSize({ size }: KeyedLimiter, expected: number, when: string) {
  if (size !== expected) throw new Wrong(`size, ${when}  → ${size}   expected ${expected}`)
}

describe('memory', { timeout: 30_000 }, () => {
  test('100,000 keys are remembered, and forgotten a few calls after a silence', () => {
    keepsWithin({
      what: '100,000 keys once, then silence, then a hundred calls',
      make: () => plain(60_000),
      work: (limiter) => {
        for (let i = 0; i < KEYS; i++) limiter.tryAcquire(`key-${i}`, i % 2)
        expectSize(limiter, KEYS, 'after requests of 100,000 keys')
        for (let i = 0; i < 100; i++) limiter.tryAcquire('late', 1_000_000)
        expectSize(limiter, 1, 'a silence and a hundred calls of one key later')
      },
      // An array that once held a reference for each key may keep its length; the entries are gone.
      limitBytes: 2 * 1024 * 1024,
      why: 'nobody asked for those keys during idleMs',
      steps: 20_000_000,
    })
  })

  test('100,000 keys, ten at a time, leave nothing behind', () => {
    keepsWithin({
      what: '100,000 keys, one a ms, idleMs 10',
      make: () => plain(10),
      work: (limiter) => {
        for (let now = 0; now < 100_000; now++) limiter.tryAcquire(`key-${now}`, now)
      },
      limitBytes: 64 * 1024,
      why: 'ten keys were asked for in the last 10 ms',
    })
  })

  test('100,000 requests of one key keep no more than one does', () => {
    keepsWithin({
      what: '100,000 requests of one key within idleMs',
      make: () => plain(1_000_000),
      work: (limiter) => {
        for (let now = 0; now < 100_000; now++) limiter.tryAcquire('ann', now)
      },
      limitBytes: 64 * 1024,
      why: 'memory follows the keys, not their requests',
    })
  })
})
