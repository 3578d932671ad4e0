import source from '#kata/17-redis-sliding-counter/sliding-counter.lua'
import { probe, Wrong } from '#support'
import {
  bytesUnder,
  dropTtl,
  slidingCounterScript,
  ttlsUnder,
  ttlWord,
  useRedis,
} from '#support/redis'

const redis = useRedis()
const script = slidingCounterScript(source)

/*
 * Frames are 16 s long or twice that, and times whole seconds, so that half-way, where most is asked, each
 * way to weigh and to round says the same. What comes last in a topic is answered otherwise than what is
 * asked: code that allows or denies whatever comes has none of these mistakes.
 */

const WINDOW = 16_000
const HALF = 8000
/** In a frame before which nothing came, and in which even an old count has slid half-way out. */
const LATER = 9 * WINDOW + HALF

/** A counter of its own, and what asks it. */
function counter(limit: number, windowMs = WINDOW) {
  const key = redis.key()
  const ask = (at: number) => script.call(redis.client, key, { at, argv: [windowMs, limit] })
  /** The last of `n` at once; the first alone, since it may have to teach Redis the script. */
  const last = async (at: number, n: number) => {
    const first = await ask(at)
    const others = await Promise.all(Array.from({ length: n - 1 }, () => ask(at)))
    return others.at(-1) ?? first
  }
  return { key, ask, last, allowed: async (at: number, n = 1) => (await last(at, n)).allowed }
}

/** Four of four are in its first frame. */
async function full(windowMs = WINDOW) {
  const one = counter(4, windowMs)
  await one.last(0, 4)
  return one
}

/** Whether what came in one frame is there in the next. */
const remembers = async (windowMs = WINDOW) =>
  (await (await full(windowMs)).allowed(1.5 * windowMs, 3)) === 0

/** Whether it also counts whole as that begins. */
const slides = async (windowMs = WINDOW) =>
  (await remembers(windowMs)) && (await (await full(windowMs)).allowed(windowMs)) === 0

/** What the TTLs at `at` of a counter's keys come to, if its newest request counts up to `until`. */
async function ttl(key: string, at: number, until: number, windowMs: number): Promise<string> {
  const ttls = await ttlsUnder(redis, key, at)
  return ttls.includes(-1) ? 'none' : ttlWord(Math.max(0, ...ttls), until - at, 2 * windowMs)
}

probe('the names of its keys', async (see) => {
  for (const limit of [1, 2, 3]) {
    const strange = await counter(limit)
      .ask(0)
      .then(() => false)
      .catch((error: unknown) => error instanceof Wrong && /KEYS\[1\]$/.test(error.message))
    await see('strange', () => strange)
  }
})

probe('between two seconds', async (see) => {
  for (const windowMs of [1000, 500, 200, 100]) {
    const one = counter(4, windowMs)
    await one.last(0, 4)
    for (const frames of [1.5, 80.5]) {
      await see('allowed', () => one.allowed(frames * windowMs))
    }
  }
})

probe('a limit of two digits', async (see) => {
  for (const limit of [10, 12, 15, 100]) {
    const { allowed } = counter(limit)
    for (let i = 0; i < 3; i++) await see('allowed', () => allowed(0))
  }
})

probe('the share of the frame before', async (see) => {
  for (const windowMs of [WINDOW, 2 * WINDOW]) {
    for (const part of [0.25, 0.75]) {
      if (!(await remembers(windowMs))) return
      const one = await full(windowMs)
      await see('allowed', () => one.allowed((1 + part) * windowMs, 2))
    }
  }
})

probe('a share that is not whole', async (see) => {
  if (!(await slides())) return
  for (const windowMs of [WINDOW, 2 * WINDOW, 4 * WINDOW]) {
    for (const sixteenths of [3, 1]) {
      const one = await full(windowMs)
      await see('allowed', () => one.allowed(windowMs + (sixteenths * windowMs) / 16))
    }
  }
})

probe('after many denied', async (see) => {
  for (const denied of [4, 8, 20]) {
    const one = counter(4)
    await one.last(0, 4 + denied)
    for (const at of [WINDOW + HALF, LATER]) await see('allowed', () => one.allowed(at))
  }
})

probe('frames lie on the clock', async (see) => {
  for (const at of [9000, 12_000, 15_000]) {
    const one = counter(4)
    await one.last(at, 4)
    for (const when of [WINDOW + HALF, LATER]) await see('allowed', () => one.allowed(when))
  }
})

probe('after an idle frame', async (see) => {
  for (const at of [9000, 12_000, 15_000]) {
    const one = counter(4)
    await one.last(at, 4)
    for (const n of [3, 2]) await see('allowed', () => one.allowed(2 * WINDOW + HALF, n))
  }
})

probe('what remains, with a whole share', async (see) => {
  if (!(await slides())) return
  for (const windowMs of [WINDOW, 2 * WINDOW]) {
    const one = counter(8, windowMs)
    await one.last(0, 4)
    for (let i = 0; i < 4; i++) {
      await see('remaining', async () => (await one.ask(1.5 * windowMs)).remaining)
    }
  }
})

probe('what remains, with a share that is not whole', async (see) => {
  if (!(await slides())) return
  for (const [sixteenths, right] of [
    [3, 4],
    [7, 5],
    [11, 6],
  ] as const) {
    const one = counter(8)
    await one.last(0, 4)
    const { remaining } = await one.ask(WINDOW + 1000 * sixteenths)
    await see('one fewer', () => remaining === right - 1)
  }
})

probe('the wait until the frame before counts for less', async (see) => {
  if (!(await slides())) return
  for (const windowMs of [WINDOW, 2 * WINDOW, 4 * WINDOW]) {
    const { allowed, retryAfterMs } = await (await full(windowMs)).last(1.5 * windowMs, 3)
    if (allowed === 0) await see('wait', () => retryAfterMs)
  }
})

probe('the wait between two ms', async (see) => {
  for (const [at, wait] of [
    [14.288, 3],
    [14.663, 3],
    [15.134, 2],
    [16.553, 1],
  ] as const) {
    const { last, ask } = counter(3, 10)
    await last(1, 3)
    await last(14, 2)
    const { allowed, count, retryAfterMs } = await ask(at)
    if (allowed === 0 && count === 2) await see('one less', () => retryAfterMs === wait - 1)
  }
})

probe('how much it keeps', async (see) => {
  const one = counter(200)
  const kept = async (n: number) => {
    await one.last(0, n)
    return bytesUnder(redis, one.key, 0)
  }
  const before = await kept(20)
  for (const n of [60, 60]) await see('grows', async () => (await kept(n)) > before + 20 * n)
})

probe('TTL after the first request', async (see) => {
  for (const windowMs of [WINDOW, 1000, 3_600_000]) {
    const { key, ask } = counter(4, windowMs)
    await ask(0)
    await see('TTL', () => ttl(key, 0, 2 * windowMs, windowMs))
  }
})

probe('TTL after a request in the next frame', async (see) => {
  for (const windowMs of [WINDOW, 1000, 3_600_000]) {
    const { key, ask } = counter(4, windowMs)
    await ask(0)
    if ((await ttl(key, 0, 2 * windowMs, windowMs)) !== 'right') return
    await ask(1.5 * windowMs)
    await see('TTL', () => ttl(key, 1.5 * windowMs, 3 * windowMs, windowMs))
  }
})

// Stretch, from here on.

// Who waits for the end of every frame is told that.
probe('the wait in a full frame', async (see) => {
  const { allowed, retryAfterMs } = await (await full()).last(WINDOW + HALF, 3)
  if (allowed === 1 || retryAfterMs !== 1) return
  for (const at of [0, 1000, HALF]) {
    const denied = await counter(4).last(at, 5)
    await see('to its end', () => denied.retryAfterMs === WINDOW - at)
  }
})

probe('a TTL that was lost, after a denied request', async (see) => {
  for (const windowMs of [WINDOW, 1000, 3_600_000]) {
    const { key, ask, last } = counter(1, windowMs)
    await ask(0)
    for (const one of await redis.keysUnder(key)) {
      if (!(await dropTtl(redis.client, one))) return
    }
    await last(0, 2)
    await see('none', async () => (await ttl(key, 0, 2 * windowMs, windowMs)) === 'none')
  }
})

/** Whether the core is right, as far as some requests tell: a full frame, shares of it, an idle frame. */
async function coreIsRight(): Promise<boolean> {
  const { key, last, ask } = counter(4)
  const replies = [await last(15_000, 3), await ask(15_000)]
  for (const at of [17_000, 17_000, 20_001, 56_000]) replies.push(await ask(at))
  const texts = replies.map((one) => [one.allowed, one.count, one.retryAfterMs, one.remaining])
  return (
    texts.join(' ') === '1,3,0,1 1,4,0,0 1,1,0,0 0,1,3001,0 1,2,0,0 1,1,0,3' &&
    (await ttl(key, 56_000, 5 * WINDOW, WINDOW)) === 'right' &&
    (await counter(12).allowed(0, 3)) === 1
  )
}

// Only there, since nearly everybody begins with floats.
probe('shares that no float is', async (see) => {
  if (!(await coreIsRight())) return
  for (const windowMs of [10, 50, 100]) {
    const one = counter(6, windowMs)
    await one.last(0, 5)
    for (const n of [5, 1]) await see('allowed', () => one.allowed(1.8 * windowMs, n))
  }
})
