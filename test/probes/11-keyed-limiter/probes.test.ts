import { allOf, KeyedLimiter } from '#kata/11-keyed-limiter/keyed-limiter.ts'
import type { Decision, PeekableLimiter } from '#kit'
import {
  allowed,
  cost,
  costliestOf,
  denied,
  growth,
  probe,
  probeMemory,
  startsNoTimer,
} from '#support'

/** Lets in `left` requests, and no more however long one waits. */
function quota(left: number, wait = 1000): PeekableLimiter & { readonly left: number } {
  return {
    get left() {
      return left
    },
    peek: () => (left > 0 ? allowed(left) : denied(wait)),
    tryAcquire: () => (left > 0 ? allowed(--left) : denied(wait)),
  }
}

const keyed = (idleMs: number, n = 2) => new KeyedLimiter({ create: () => quota(n), idleMs })

/** The last of `n` decisions about requests of one key at one time. */
function lastFor(limiter: KeyedLimiter, key: string, now: number, n: number): Decision {
  let decision = limiter.tryAcquire(key, now)
  for (let i = 1; i < n; i++) decision = limiter.tryAcquire(key, now)
  return decision
}

/** The size after a hundred calls of one key: it may lag by a few calls. */
function sizeAt(limiter: KeyedLimiter, key: string, now: number): number {
  lastFor(limiter, key, now, 100)
  return limiter.size
}

const IDLE = [1000, 7, 60_000, 1_000_000]

probe('another key', (see) => {
  for (const [one, other] of [
    ['ann', 'bob'],
    ['a', 'b'],
    ['1', '2'],
  ] as const) {
    const limiter = keyed(1000)
    for (const n of [1, 2]) see('allowed', () => lastFor(limiter, one, 0, n).allowed)
    for (const n of [1, 2]) see('allowed', () => lastFor(limiter, other, 0, n).allowed)
  }
})

probe('names that an object has', (see) => {
  for (const key of ['constructor', 'toString', 'hasOwnProperty', 'valueOf', 'isPrototypeOf']) {
    const limiter = keyed(1000)
    for (let i = 0; i < 3; i++) see('allowed', () => limiter.tryAcquire(key, 0).allowed)
  }
})

probe('halves of a pair of surrogates', (see) => {
  for (const keys of [
    ['\ud83d', '\ud83e', '\ufffd'],
    ['a\udc00', 'a\udc01'],
    ['\udfff', '\ud800b'],
    ['a', 'b'],
  ]) {
    const limiter = keyed(1000)
    for (const key of keys) limiter.tryAcquire(key, 0)
    see('size', () => limiter.size)
  }
})

probe('exactly idleMs later', (see) => {
  for (const idleMs of IDLE) {
    const limiter = keyed(idleMs)
    lastFor(limiter, 'ann', 0, 2)
    see('allowed', () => limiter.tryAcquire('ann', idleMs).allowed)
    see('allowed', () => limiter.tryAcquire('ann', 2 * idleMs + 1).allowed)
  }
})

probe('long after', (see) => {
  for (const idleMs of IDLE) {
    const limiter = keyed(idleMs)
    lastFor(limiter, 'ann', 0, 3)
    see('allowed', () => limiter.tryAcquire('ann', 5 * idleMs).allowed)
    see('allowed', () => limiter.tryAcquire('bob', 5 * idleMs).allowed)
  }
})

probe('size after a silence', (see) => {
  for (const n of [20, 5, 50]) {
    const limiter = keyed(1000)
    for (let i = 0; i < n; i++) limiter.tryAcquire(`key-${i}`, 0)
    limiter.tryAcquire('key-0', 1e6)
    see('size', () => sizeAt(limiter, 'late', 1e6))
  }
})

probe('size while keys are forgotten one by one', (see) => {
  for (const idleMs of [1000, 60_000]) {
    const limiter = keyed(idleMs)
    for (const [i, key] of ['ann', 'bob', 'cat'].entries()) limiter.tryAcquire(key, 10 * i)
    for (const after of [5, 15, 25, idleMs + 5]) {
      see('size', () => sizeAt(limiter, 'dan', idleMs + after))
    }
  }
})

probe('size behind a key that is asked for again', (see) => {
  for (const [first, second, third] of [
    ['9', 'bob', '8'],
    ['ann', 'bob', 'cat'],
  ] as const) {
    const limiter = keyed(1000)
    for (const [i, key] of [first, second, third].entries()) limiter.tryAcquire(key, 10 * i)
    limiter.tryAcquire(first, 500)
    see('too large', () => sizeAt(limiter, 'late', 1015) > 3)
    see('too large', () => sizeAt(limiter, 'late', 1495) > 2)
    see('too large', () => sizeAt(limiter, 'late', 1505) > 1)
  }
})

probe('denied in the meantime', (see) => {
  for (const idleMs of IDLE) {
    const limiter = keyed(idleMs)
    lastFor(limiter, 'ann', 0, 2)
    limiter.tryAcquire('ann', idleMs - 1)
    const now = Math.ceil(1.5 * idleMs)
    for (let i = 0; i < 3; i++) see('allowed', () => limiter.tryAcquire('ann', now).allowed)
  }
})

probe('allowed in the meantime', (see) => {
  for (const idleMs of [1000, 60_000]) {
    const limiter = keyed(idleMs, 10)
    for (const i of [0, 1, 2, 3]) {
      see('remaining', () => limiter.tryAcquire('ann', 0.6 * i * idleMs).remaining)
    }
  }
})

probe('the clock goes back for the same key', (see) => {
  const seen: number[] = []
  const tryAcquire = (now: number) => {
    seen.push(now)
    return allowed(1)
  }
  const limiter = new KeyedLimiter({ create: () => ({ tryAcquire }), idleMs: 1e6 })
  for (const now of [5000, 4000, 4500, 0, 6000]) {
    limiter.tryAcquire('ann', now)
    see('now', () => seen.at(-1))
  }
})

probe('the clock goes back for another key', (see) => {
  for (const back of [900, 700, 600]) {
    const limiter = keyed(1000, 10)
    limiter.tryAcquire('ann', 5000)
    limiter.tryAcquire('bob', 5000 - back)
    // Now it is bob who was asked for longest ago.
    limiter.tryAcquire('ann', 5400)
    for (const now of [5500, 5600]) {
      see('remaining', () => limiter.tryAcquire('bob', now).remaining)
    }
  }
})

probe('idleMs that cannot be', (see) => {
  for (const idleMs of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
    see('new', () => keyed(idleMs) && undefined)
  }
})

probe('more than a thousand keys', (see) => {
  const limiter = keyed(1e6)
  for (let i = 0; i < 1200; i++) {
    limiter.tryAcquire(`key-${i}`, 0)
    if (i === 899 || i === 1049) see('size', () => limiter.size)
  }
  see('size', () => limiter.size)
})

probe('timers', (see) => {
  const started = (run: () => unknown) => startsNoTimer('', run, '')
  see('when made', () => started(() => keyed(1000)))
  const limiter = keyed(1000)
  see('when asked', () => started(() => limiter.tryAcquire('ann', 0)))
})

/** A limiter that `n` keys were asked for, the first three quarters of them half an `idleMs` before the rest. */
function crowded(n: number, idleMs: number): KeyedLimiter {
  const limiter = keyed(idleMs)
  for (let i = 0; i < n; i++) limiter.tryAcquire(`key-${i}`, i < 0.75 * n ? 0 : 0.5 * idleMs)
  return limiter
}

const asks = (limiter: KeyedLimiter, n: number, now: number) => () =>
  lastFor(limiter, 'ann', now, n)

probe('cost', (see) => {
  see('growth', () => growth(32, (n) => asks(crowded(n, 1e6), 2 * n, 5e5)))
  const mostly = costliestOf(asks(crowded(256, 1e6), 64, 5e5)) ?? ''
  see('mostly', () => {
    if (mostly === 'a copy') return mostly
    return ['includes', 'indexOf', 'search', 'match'].includes(mostly) ? 'a search' : 'of its own'
  })
  // It is a quarter of the keys that is left then.
  const limiter = crowded(256, 1e6)
  const before = cost(asks(limiter, 32, 5e5))
  lastFor(limiter, 'ann', 1.2e6, 5)
  see('with fewer keys', () => cost(asks(limiter, 32, 1.2e6)) < 0.6 * before)
})

probeMemory(
  'memory of one key',
  () => keyed(1e6),
  (limiter) => {
    for (let now = 0; now < 100_000; now++) limiter.tryAcquire('ann', now)
  },
)

// Stretch, from here on.

probe('allOf: what is left once a request was let in', (see) => {
  for (const left of [2, 3, 9]) {
    const all = allOf([quota(left), quota(left)])
    for (let i = 0; i < 2; i++) see('remaining', () => all.tryAcquire(0).remaining)
  }
})

probe('allOf: peek', (see) => {
  for (const left of [1, 2, 5]) {
    const all = allOf([quota(left), quota(left)])
    for (let i = 0; i < left; i++) all.peek(0)
    see('allowed', () => all.peek(0).allowed)
    see('allowed', () => all.tryAcquire(0).allowed)
  }
})

probe('allOf: what a denial takes', (see) => {
  for (const left of [1, 3, 7]) {
    const [one, other] = [quota(left), quota(1)]
    const all = allOf([one, other])
    see('left', () => all.tryAcquire(0) && one.left)
    for (let i = 0; i < 2; i++) see('left', () => all.tryAcquire(0) && one.left)
  }
})

probe('allOf: what is left of the smallest', (see) => {
  for (const lefts of [
    [9, 3],
    [3, 9],
    [9, 8],
    [20, 30, 2],
  ]) {
    const all = allOf(lefts.map((left) => quota(left)))
    see('less than 5', () => all.tryAcquire(0).remaining < 5)
  }
})

probe('allOf: the longest wait', (see) => {
  for (const waits of [
    [990, 59_990],
    [59_990, 990],
    [5, 7, 9],
    [1, 100],
  ]) {
    const all = allOf(waits.map((wait) => quota(0, wait)))
    see('wait', () => all.peek(0).retryAfterMs)
  }
})
