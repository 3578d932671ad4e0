import source from '#kata/15-redis-sliding-log/sliding-log.lua'
import { probe } from '#support'
import { dropTtl, slidingLogScript, ttlsUnder, ttlWord, useRedis } from '#support/redis'

const redis = useRedis()
const script = slidingLogScript(source)

let requests = 0

/** A log of its own, and what asks it. */
function log(limit: number, windowMs: number) {
  const key = redis.key()
  const ask = (at: number) =>
    script.call(redis.client, key, { at, argv: [windowMs, limit, `req-${++requests}`] })
  return {
    key,
    ask,
    askAll: async (ats: readonly number[]) => {
      for (const at of ats) await ask(at)
    },
    allowed: async (at: number) => (await ask(at)).allowed,
  }
}

const times = (n: number, at: number) => Array.from({ length: n }, () => at)

/** What the TTLs of a log's keys come to at that time, if its newest request counts for `neededMs` more. */
async function ttl(key: string, at: number, neededMs: number, windowMs: number) {
  const ttls = await ttlsUnder(redis, key, at)
  return [...new Set(ttls.map((ms) => ttlWord(ms, neededMs, 2 * windowMs)))].join()
}

const WINDOWS = [60_000, 5000, 3_600_000]

/*
 * Times are whole seconds but where seconds are what is asked, and no two requests come in one ms but where
 * that is. Most topics note what is allowed alone, and more of it than the mistake changes: a script that
 * allows or denies whatever comes, or that never removes anything, has none of these mistakes.
 */

probe('one more than the limit', async (see) => {
  for (const limit of [1, 2, 3, 5]) {
    const { askAll, allowed } = log(limit, 60_000)
    await askAll(Array.from({ length: limit }, (_, i) => i))
    for (const at of [limit, limit + 1]) await see('allowed', () => allowed(at))
  }
})

probe('a limit of two digits', async (see) => {
  for (const limit of [10, 12, 15, 100]) {
    const { allowed } = log(limit, 60_000)
    for (const at of [0, 1, 2]) await see('allowed', () => allowed(at))
  }
})

probe('in the same ms', async (see) => {
  for (const limit of [1, 2, 3]) {
    const { askAll, allowed } = log(limit, 60_000)
    await askAll(times(limit + 1, 5))
    for (let i = 0; i < 3; i++) await see('allowed', () => allowed(5))
    for (let i = 1; i <= limit; i++) await see('allowed', () => allowed(5 + i))
  }
})

probe('the wait for a place', async (see) => {
  for (const [windowMs, ats, at] of [
    [60_000, [0, 10_000], 20_000],
    [60_000, [0, 1000, 5000], 7000],
    [3_600_000, [0, 1_200_000, 1_800_000, 2_400_000], 3_000_000],
  ] as const) {
    const { askAll, ask } = log(ats.length, windowMs)
    await askAll(ats)
    await see('wait', async () => (await ask(at)).retryAfterMs)
  }
})

probe('exactly windowMs later', async (see) => {
  for (const windowMs of WINDOWS) {
    const { askAll, allowed } = log(2, windowMs)
    await askAll([0, 1000])
    for (const at of [windowMs, windowMs + 2000]) await see('allowed', () => allowed(at))
  }
})

probe('when some have left', async (see) => {
  for (const unit of [1000, 4000, 60_000]) {
    const { askAll, allowed } = log(3, 10 * unit)
    await see('allowed', () => allowed(0))
    await askAll([unit, 9 * unit])
    for (let i = 0; i < 2; i++) await see('allowed', () => allowed(15 * unit + i))
  }
})

probe('after a denied request', async (see) => {
  for (const unit of [1000, 10_000, 20_000]) {
    const { askAll, allowed } = log(2, 3 * unit)
    await see('allowed', () => allowed(0))
    await askAll([unit, 2 * unit])
    for (const at of [3.5 * unit, 6 * unit]) await see('allowed', () => allowed(at))
  }
})

probe('between two seconds', async (see) => {
  for (const [windowMs, at, later] of [
    [2000, 900, 2500],
    [2000, 63_900, 65_500],
    [1000, 500, 1400],
    [1000, 999, 1001],
  ] as const) {
    const { askAll, allowed } = log(1, windowMs)
    await askAll(times(2, at))
    for (let i = 0; i < 2; i++) await see('allowed', () => allowed(later + i))
  }
})

probe('TTL after the first request', async (see) => {
  for (const windowMs of WINDOWS) {
    const { key, ask } = log(3, windowMs)
    await ask(0)
    await see('TTL', () => ttl(key, 0, windowMs, windowMs))
  }
})

probe('TTL after a later request', async (see) => {
  for (const windowMs of WINDOWS) {
    const { key, askAll } = log(3, windowMs)
    const later = 0.6 * windowMs
    await askAll([0, later])
    await see('TTL', () => ttl(key, later, windowMs, windowMs))
  }
})

// Stretch.
probe('TTL that was lost, after a denied request', async (see) => {
  for (const windowMs of WINDOWS) {
    const { key, ask, askAll } = log(1, windowMs)
    await ask(0)
    for (const one of await redis.keysUnder(key)) await dropTtl(redis.client, one)
    await askAll([1000, 2000])
    await see('TTL', () => ttl(key, 2000, windowMs - 2000, windowMs))
  }
})
