import source from '#kata/16-redis-token-bucket/token-bucket.lua'
import { once, probe } from '#support'
import {
  bucketSetting,
  dropTtl,
  tokenBucketScript,
  ttlsUnder,
  ttlWord,
  useRedis,
} from '#support/redis'

const redis = useRedis()
const script = tokenBucketScript(source)

/*
 * Most topics ask in whole seconds, and for whole tokens of one digit, so that only the topics of their own
 * show who loses a part of one. Where time goes by, a key that does not live until its bucket is full again
 * is not asked: that is the TTL's topic. What is for a star is asked only where the core is right.
 */

/** A bucket of its own, and what asks it. */
function bucket(capacity: number, refillPerSec: number) {
  const key = redis.key()
  const ask = (at: number, cost = 1) =>
    script.call(redis.client, key, { at, argv: [capacity, refillPerSec, cost] })
  /** The last of `n` requests for a token. */
  const last = async (at: number, n: number) => {
    for (let i = 1; i < n; i++) await ask(at)
    return ask(at)
  }
  return {
    ...{ key, ask, last },
    allowed: async (at: number, cost = 1) => (await ask(at, cost)).allowed,
    /** Whether every token was taken at 0, and nobody will have forgotten it before they are back. */
    drained: async () => {
      await last(0, capacity)
      return /^right$|^long$|^none$/.test(await ttl(key, capacity, refillPerSec))
    },
  }
}

/** Whether a drained bucket has a token long before it can have come. */
const isEarly = once(async () => {
  const { drained, allowed } = bucket(4, 0.25)
  return (await drained()) && (await allowed(1000)) === 1
})

/** A bucket that holds just `n` at `at`, full at first or not; none if it forgets, or holds what cannot have come. */
async function holding(n: number) {
  const one = bucket(n + 1, 1)
  return (await one.drained()) && !(await isEarly()) ? { ...one, at: 1000 * n } : undefined
}

/** What the TTLs at 0 of a bucket's keys come to, once its last token has been taken. */
async function ttl(key: string, capacity: number, refillPerSec: number): Promise<string> {
  const { longestMs } = bucketSetting(capacity, refillPerSec)
  const neededMs = Math.floor((1000 * capacity) / refillPerSec)
  const ttls = await ttlsUnder(redis, key, 0)
  return [...new Set(ttls.map((ms) => ttlWord(ms, neededMs, longestMs)))].join() || 'no key'
}

probe('a new bucket', async (see) => {
  for (const capacity of [2, 4, 6, 8]) {
    const { allowed } = bucket(capacity, 1)
    for (const at of [0, 500 * capacity]) await see('allowed', () => allowed(at))
  }
})

probe('between two seconds', async (see) => {
  for (const [refillPerSec, at] of [
    [2, 500],
    [4, 250],
    [4, 750],
    [8, 875],
  ] as const) {
    const { drained, allowed } = bucket(8, refillPerSec)
    if (!(await drained())) return
    for (const when of [at, 3000]) await see('allowed', () => allowed(when))
  }
})

probe('a cost of two digits', async (see) => {
  for (const [tokens, cost] of [
    [9, 10],
    [10, 9],
    [11, 10],
    [19, 10],
  ] as const) {
    const one = await holding(tokens)
    if (one) await see('allowed', () => one.allowed(one.at, cost))
  }
})

probe('two large requests', async (see) => {
  for (const tokens of [8, 6, 4, 2]) {
    const cost = tokens / 2 + 1
    const one = await holding(tokens)
    if (!one) return
    const { allowed, last, at } = one
    await allowed(at, cost)
    await see('allowed', () => allowed(at, cost))
    await see('allowed', async () => (await last(at, tokens)).allowed)
  }
})

probe('after a denied request that asked for much', async (see) => {
  for (const tokens of [3, 4, 5]) {
    const one = await holding(tokens)
    if (!one) return
    const { ask, allowed, at } = one
    await ask(at, tokens + 1)
    for (const later of [0, 3000]) await see('allowed', () => allowed(at + later))
  }
})

probe('after a long idle time', async (see) => {
  for (const capacity of [4, 6, 8]) {
    const { ask, last } = bucket(capacity, 0.5)
    await ask(0)
    const at = 2000 * (capacity - 1)
    await see('allowed', async () => (await last(at, capacity + 2)).allowed)
    await see('allowed', async () => (await last(at, capacity)).allowed)
  }
})

probe('asking while the tokens come', async (see) => {
  if (await isEarly()) return
  for (const cost of [5, 6]) {
    for (const refillPerSec of [1, 0.5]) {
      const { drained, allowed } = bucket(9, refillPerSec)
      if (!(await drained())) return
      const token = 1000 / refillPerSec
      for (const n of [1, 2, 3, 3]) await see('allowed', () => allowed(n * token, cost))
    }
  }
})

probe('long before a token', async (see) => {
  for (const refillPerSec of [1, 0.5, 0.25]) {
    const { drained, allowed } = bucket(4, refillPerSec)
    if (!(await drained())) return
    await see('allowed', () => allowed(250 / refillPerSec))
  }
})

// Who loses the part before the decision waits too long for the rest; who loses it after, does not.
probe('a part of a token', async (see) => {
  for (const refillPerSec of [0.25, 0.125]) {
    const token = 1000 / refillPerSec
    const [one, other] = [bucket(4, refillPerSec), bucket(4, refillPerSec)]
    if (!((await one.drained()) && (await other.drained())) || (await isEarly())) return
    const letIn: number[] = []
    for (const tokens of [1.5, 3, 4.5, 6, 6]) letIn.push(await one.allowed(tokens * token))
    if (`${letIn}` === '1,1,1,1,1') {
      await see('kept', () => 'all of it')
      continue
    }
    const { retryAfterMs } = await other.ask(token / 2)
    const waits = retryAfterMs === token / 2 ? 'for it' : retryAfterMs === token ? 'anew' : 'else'
    await see('kept', () => `${letIn} ${waits}`)
  }
})

probe('tokensLeft with a part of one', async (see) => {
  for (const tokens of [1.5, 1.75, 2.5, 2.25]) {
    const { drained, ask } = bucket(4, 0.25)
    if (!(await drained())) return
    const { tokensLeft } = await ask(4000 * tokens)
    await see('one more', () => tokensLeft === Math.floor(tokens))
  }
})

probe('the wait for a token', async (see) => {
  for (const [capacity, refillPerSec] of [
    [5, 1],
    [10, 4],
    [3, 0.25],
    [2, 0.5],
  ] as const) {
    const { allowed, retryAfterMs } = await bucket(capacity, refillPerSec).last(0, capacity + 1)
    if (allowed === 0) await see('wait', () => retryAfterMs)
  }
})

probe('a wait that is not whole', async (see) => {
  for (const refillPerSec of [16, 32, 64, 2000]) {
    const { allowed, retryAfterMs } = await bucket(1, refillPerSec).last(0, 2)
    if (allowed === 0) {
      await see('cut', () => retryAfterMs === Math.floor(1000 / refillPerSec))
    }
  }
})

probe('the TTL of a drained bucket', async (see) => {
  for (const [capacity, refillPerSec] of [
    [1, 0.25],
    [4, 1],
    [3, 2],
    [1, 4],
    [2, 1 / 36_000],
    [4, 2 ** -16],
  ] as const) {
    const { key, last } = bucket(capacity, refillPerSec)
    await last(0, capacity)
    await see('TTL', () => ttl(key, capacity, refillPerSec))
  }
})

// Stretch, from here on.

probe('a TTL that was lost, after a denied request', async (see) => {
  for (const refillPerSec of [1, 0.5, 1 / 60]) {
    const capacity = 2
    const { key, last } = bucket(capacity, refillPerSec)
    await last(0, capacity)
    for (const one of await redis.keysUnder(key)) {
      if (!(await dropTtl(redis.client, one))) return
    }
    await last(0, 2)
    await see('none', async () => /none/.test(await ttl(key, capacity, refillPerSec)))
  }
})

/** Whether a bucket's requests are answered so: «at cost: allowed tokensLeft retryAfterMs». */
async function answers(capacity: number, refillPerSec: number, ...rows: readonly string[]) {
  const { ask } = bucket(capacity, refillPerSec)
  for (const row of rows) {
    const [at, cost] = row.split(/:? /).map(Number)
    const { allowed, tokensLeft, retryAfterMs } = await ask(at as number, cost)
    if (row !== `${at} ${cost}: ${allowed} ${tokensLeft} ${retryAfterMs}`) return false
  }
  return true
}

const PARTS = ['0 2: 1 0 0', '0 1: 0 0 4000', '6000 1: 1 0 0', '8000 1: 1 0 0', '10000 1: 0 0 2000']
const LATER = ['11000 1: 0 0 1000', '12000 1: 1 0 0', '12000 1: 0 0 4000']

/** Whether the core is right, as far as a score of requests tell. */
const coreIsRight = once(async () => {
  const { key, drained } = bucket(3, 2)
  return (
    (await drained()) &&
    (await ttl(key, 3, 2)) === 'right' &&
    (await answers(2, 0.25, ...PARTS, ...LATER)) &&
    (await answers(10, 2, '0 1: 1 9 0', '750 10: 1 0 0', '750 1: 0 0 500')) &&
    (await answers(12, 2, '0 10: 1 2 0', '0 10: 0 2 4000', '750 1: 1 2 0')) &&
    (await answers(1, 16, '0 1: 1 0 0', '0 1: 0 0 63'))
  )
})

const refuses = async (cost: number) => {
  const { ask, allowed } = bucket(3, 1)
  const refused = await ask(0, cost).then(
    () => false,
    () => true,
  )
  return `${refused} ${await allowed(0)}`
}

probe('a cost that cannot be', async (see) => {
  if (!(await coreIsRight())) return
  for (const cost of [4, 0, -1, Number.NaN]) await see('refused', () => refuses(cost))
})

// A command of Redis for whole numbers refuses any other.
probe('a fraction of a token', async (see) => {
  for (const refillPerSec of [0.25, 0.125]) {
    const { drained, allowed } = bucket(4, refillPerSec)
    if (!(await drained())) return
    await see('answered', () => allowed(2500 / refillPerSec).then(() => true))
  }
  for (const cost of [2.5, 0.25]) {
    await see('answered', () =>
      bucket(4, 0.25)
        .allowed(0, cost)
        .then(() => true),
    )
  }
})

probe('10^15 tokens', async (see) => {
  if (!(await coreIsRight())) return
  const { ask } = bucket(1e15, 2 ** 30)
  for (let i = 0; i < 5; i++) await see('tokens left', async () => (await ask(0)).tokensLeft)
})

// Only where nothing else is wrong, since nearly everybody begins with floats.
probe('a tenth of a token in a ms', async (see) => {
  if (!(await coreIsRight())) return
  if ((await refuses(-1)) !== 'true 1') return
  const { allowed } = bucket(1, 100)
  await allowed(0)
  for (let at = 1; at <= 30; at++) {
    const letIn = await allowed(at)
    if (at % 10 === 0) await see('allowed', () => letIn)
  }
})
