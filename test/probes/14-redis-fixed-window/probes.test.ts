import source from '#kata/14-redis-fixed-window/fixed-window.lua'
import { probe } from '#support'
import { dropTtl, fixedWindowScript, ttlsUnder, ttlWord, useRedis } from '#support/redis'

const redis = useRedis()
const script = fixedWindowScript(source)

const MINUTE = 60_000

/** A counter of its own, and what asks it. */
function counter(limit: number, windowMs = MINUTE) {
  const key = redis.key()
  const ask = (at: number) => script.call(redis.client, key, { at, argv: [windowMs, limit] })
  /** The last of so many at one instant: past the limit, so that it is denied also where one too many goes in. */
  const last = async (at: number, n = limit + 2) => {
    for (let i = 1; i < n; i++) await ask(at)
    return await ask(at)
  }
  return { key, ask, last, allowed: async (at: number) => (await ask(at)).allowed }
}

/** What the TTLs of a counter's keys come to at that time, in words; a ms too few is another topic's. */
async function ttl(key: string, at: number, neededMs: number, windowMs: number) {
  const word = (ms: number) => {
    if (ms >= 0 && ms < neededMs / 500) return 'a thousandth'
    return ms > 500 * neededMs ? 'a thousand times' : ttlWord(ms, neededMs - 1, 2 * windowMs)
  }
  const ttls = await ttlsUnder(redis, key, at)
  return [...new Set(ttls.map(word))].join()
}

const WINDOWS = [MINUTE, 5000, 3_600_000]

async function ttlOfTheFirst(windowMs: number) {
  const { key, ask } = counter(3, windowMs)
  const at = windowMs / 5
  await ask(at)
  return await ttl(key, at, windowMs - at, windowMs)
}

/** Whether a key that has lost its TTL has one again after the next request. */
async function repaired(limit: number, windowMs: number) {
  const { key, ask } = counter(limit, windowMs)
  await ask(1000)
  for (const one of await redis.keysUnder(key)) await dropTtl(redis.client, one)
  for (let i = 1; i <= 3 - limit; i++) await ask(2000)
  return (await ttl(key, 2000, 1, windowMs)) !== 'none'
}

/** What is let in after a frame that was full: who lets the next frame begin late has no other mistake. */
async function inTheNext(see: (call: () => Promise<unknown>) => Promise<unknown>) {
  for (const at of [61_000, 65_000, 74_000, 90_000, 112_000, 119_000]) {
    const { ask, last, allowed } = counter(3)
    await ask(6000)
    await last(53_000)
    await see(() => allowed(at))
  }
}

/** Whether the TTL reaches to the end of the frame, and the next frame is free. */
async function endsInTime() {
  const seen: unknown[] = [await ttlOfTheFirst(MINUTE)]
  await inTheNext(async (call) => seen.push(await call()))
  return seen.every((one) => one === 'right' || one === 1)
}

probe('one more than the limit', async (see) => {
  for (const limit of [1, 2, 3, 5]) {
    const { last, allowed } = counter(limit)
    await last(5000, limit)
    for (const at of [5001, 5002]) await see('allowed', () => allowed(at))
  }
})

probe('a limit of two digits', async (see) => {
  for (const limit of [10, 12, 15, 100]) {
    const { allowed } = counter(limit)
    for (const at of [5000, 5001, 5002]) await see('allowed', () => allowed(at))
  }
})

probe('the count while it denies', async (see) => {
  for (const limit of [1, 2, 4]) {
    const { ask, last } = counter(limit)
    const { count } = await last(5000)
    for (const at of [5001, 5002]) {
      await see('more', async () => (await ask(at)).count - count)
    }
  }
})

probe('the wait', async (see) => {
  for (const [windowMs, begins] of [
    [MINUTE, 10_000],
    [10_000, 12_000],
    [3_600_000, 1_200_000],
  ] as const) {
    const { last } = counter(1, windowMs)
    await last(begins)
    for (const later of [2000, 6000]) {
      await see('wait', async () => (await last(begins + later)).retryAfterMs)
    }
  }
})

/** By how much the wait gets shorter from one time to another in the same frame. */
async function shorter(from: number, to: number) {
  const { last } = counter(1)
  const before = await last(from)
  return before.retryAfterMs - (await last(to)).retryAfterMs
}

probe('the wait between two seconds', async (see) => {
  // Who always says the same has another mistake.
  if ((await shorter(11_000, 14_000)) === 0) return
  for (const to of [11_400, 11_900, 12_001, 14_730]) {
    await see('shorter', async () => shorter(11_000, to))
  }
})

probe('the wait between two ms', async (see) => {
  for (const to of [11_000.377, 11_000.9, 12_000.001]) {
    await see('shorter', async () => shorter(11_000, to))
  }
})

probe('in the last ms of a frame', async (see) => {
  for (const [windowMs, at] of [
    [1000, 999],
    [1000, 7400], // not the last, for who cuts a TTL to seconds
    [5000, 24_300],
    [MINUTE, 59_999],
  ] as const) {
    const { last, allowed } = counter(2, windowMs)
    await last(at)
    for (let i = 0; i < 3; i++) await see('allowed', () => allowed(at))
  }
})

probe('in the next frame', async (see) => {
  // A TTL in the wrong unit keeps the count, too; a topic of its own asks for that.
  if ((await ttlOfTheFirst(MINUTE)).startsWith('a thousand')) return
  await inTheNext((call) => see('allowed', call))
})

// Stretch.
probe('in the first ms of a frame', async (see) => {
  if (!(await endsInTime())) return
  for (const windowMs of [1000, 5000, MINUTE]) {
    const { last, allowed } = counter(2, windowMs)
    await last(1000)
    const next = 1000 - (1000 % windowMs) + windowMs
    for (let i = 0; i < 2; i++) await see('allowed', () => allowed(next))
  }
})

probe('the TTL', async (see) => {
  for (const windowMs of WINDOWS) await see('TTL', () => ttlOfTheFirst(windowMs))
})

probe('a TTL that was lost, after an allowed request', async (see) => {
  if ((await ttlOfTheFirst(MINUTE)) !== 'right') return
  for (const windowMs of WINDOWS) await see('there', () => repaired(2, windowMs))
})

// Stretch.
probe('a TTL that was lost, after a denied request', async (see) => {
  if (!((await endsInTime()) && (await repaired(2, MINUTE)))) return
  for (const windowMs of WINDOWS) await see('there', () => repaired(1, windowMs))
})

probe('which keys it writes', async (see) => {
  await see('key', async () => {
    try {
      await script.call(redis.client, redis.key(), { at: 5000, argv: [MINUTE, 2] })
      return 'its own'
    } catch (error) {
      return `${error}`.includes('KEYS[1]') ? 'another' : 'none'
    }
  })
})
