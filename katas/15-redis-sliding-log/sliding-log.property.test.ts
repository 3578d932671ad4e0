import source from '#kata/15-redis-sliding-log/sliding-log.lua'
import { asyncLaw, fc, Wrong } from '#support'
import { replayScript, type ScriptStep, ScriptUnderTest, showReply, useRedis } from '#support/redis'

const redis = useRedis()
const script = new ScriptUnderTest(source, 'sliding-log.lua', ['allowed', 'count', 'retryAfterMs'])

interface Story {
  readonly limit: number
  readonly windowMs: number
  /** The time from each request to the next, in ms. */
  readonly gaps: readonly number[]
}

/** Gaps around the window's length, where the boundary is, and of every other size. */
const story = (maxLimit: number): fc.Arbitrary<Story> =>
  fc.integer({ min: 1, max: 2000 }).chain((windowMs) =>
    fc.record({
      limit: fc.integer({ min: 1, max: maxLimit }),
      windowMs: fc.constant(windowMs),
      gaps: fc.array(
        fc.oneof(
          { weight: 4, arbitrary: fc.integer({ min: 0, max: 3 }) },
          { weight: 3, arbitrary: fc.constantFrom(windowMs - 1, windowMs, windowMs + 1) },
          { weight: 2, arbitrary: fc.integer({ min: 0, max: 3000 }) },
        ),
        { minLength: 1, maxLength: 25 },
      ),
    }),
  )

const settingOf = ({ limit, windowMs }: Story) => `limit ${limit}, windowMs ${windowMs}`

/** Keeps every allowed request ever seen: slow, and right by definition. */
class NaiveLog {
  readonly #story: Story
  readonly #allowed: number[] = []

  constructor(story: Story) {
    this.#story = story
  }

  reply(now: number): { allowed: 0 | 1; count: number; retryAfterMs: number } {
    const { limit, windowMs } = this.#story
    // To the µs, which is a thousandth that no binary fraction holds exactly.
    const age = (t: number) => Math.round((now - t) * 1000) / 1000
    const inside = this.#allowed.filter((t) => age(t) < windowMs)
    if (inside.length >= limit) {
      const oldest = inside[0] ?? now
      return { allowed: 0, count: inside.length, retryAfterMs: oldest + windowMs - now }
    }
    this.#allowed.push(now)
    return { allowed: 1, count: inside.length + 1, retryAfterMs: 0 }
  }
}

function stepsOf(story: Story): ScriptStep[] {
  const oracle = new NaiveLog(story)
  let at = 0
  return story.gaps.map((gap, i) => {
    at += gap
    return { at, argv: [story.windowMs, story.limit, `req-${i}`], expected: oracle.reply(at) }
  })
}

asyncLaw('it agrees with a log that keeps every request', story(5), async (story) => {
  const setting = settingOf(story)
  await replayScript(script, { client: redis.client, key: redis.key(), setting }, stepsOf(story))
})

/** Some fifty requests a window, so that the log is full half of the time; no smallest one is sought. */
const longStory: fc.Arbitrary<Story> = fc.noShrink(
  fc.record({
    limit: fc.constant(50),
    windowMs: fc.constant(1000),
    gaps: fc.array(
      fc.oneof(
        { weight: 50, arbitrary: fc.integer({ min: 0, max: 40 }) },
        { weight: 2, arbitrary: fc.constantFrom(999, 1000, 1001) },
        { weight: 1, arbitrary: fc.integer({ min: 0, max: 3000 }) },
      ),
      { minLength: 5000, maxLength: 5000 },
    ),
  }),
)

asyncLaw(
  'it still agrees after 5,000 requests to one key',
  longStory,
  async (story) => {
    const setting = settingOf(story)
    await replayScript(script, { client: redis.client, key: redis.key(), setting }, stepsOf(story))
  },
  { runs: 1 },
)

asyncLaw(
  'count is exact: at the same instant limit - count more are allowed, and the next is denied',
  story(5),
  async (story) => {
    const key = redis.key()
    const at = story.gaps.reduce((sum, gap) => sum + gap, 0)
    const call = (at: number, id: string) =>
      script.call(redis.client, key, { at, argv: [story.windowMs, story.limit, id] })
    let count = 0
    for (const { at, argv } of stepsOf(story)) ({ count } = await call(at, String(argv[2])))
    const promise = `${settingOf(story)}, gaps ${story.gaps} ms\n  at ${at} ms the count is ${count}`
    for (let more = 1; more <= story.limit - count; more++) {
      const { allowed } = await call(at, `more-${more}`)
      if (allowed === 0) throw new Wrong(`${promise}, but of ${more} more the last is denied`)
    }
    const over = await call(at, 'over')
    if (over.allowed === 1) throw new Wrong(`${promise}, but more are allowed: ${showReply(over)}`)
  },
)

asyncLaw(
  'retryAfterMs is exact: allowed then, and denied a ms earlier',
  story(3),
  async (story) => {
    const key = redis.key()
    const call = (at: number, id: string) =>
      script.call(redis.client, key, { at, argv: [story.windowMs, story.limit, id] })
    let at = 0
    for (const [i, gap] of story.gaps.entries()) {
      at += gap
      const { allowed, retryAfterMs } = await call(at, `req-${i}`)
      if (allowed === 1) continue
      const promise = `${settingOf(story)}, gaps ${story.gaps.slice(0, i + 1)} ms\n  denied at ${at} ms, retryAfterMs ${retryAfterMs}`
      if (retryAfterMs < 1) throw new Wrong(`${promise}: a wait is at least 1`)
      const early = await call(at + retryAfterMs - 1, `early-${i}`)
      if (early.allowed === 1)
        throw new Wrong(`${promise}, but a ms before that: ${showReply(early)}`)
      at += retryAfterMs
      const then = await call(at, `then-${i}`)
      if (then.allowed === 0) throw new Wrong(`${promise}, but then: ${showReply(then)}`)
    }
  },
)

asyncLaw(
  'denied is free: without the denied requests all else is the same',
  story(3),
  async (story) => {
    const steps = stepsOf(story)
    const allowed = steps.filter(({ expected }) => expected.allowed === 1)
    const setting = `${settingOf(story)}, only the allowed ones`
    await replayScript(script, { client: redis.client, key: redis.key(), setting }, allowed)
  },
)

/** At most `limit` in every window that ends at an allowed request: so in every window. */
asyncLaw('never more than limit in any window', story(4), async (story) => {
  const key = redis.key()
  const allowed: number[] = []
  for (const { at, argv } of stepsOf(story)) {
    const reply = await script.call(redis.client, key, { at, argv })
    if (reply.allowed === 1) allowed.push(at)
    const inside = allowed.filter((t) => at - t < story.windowMs)
    if (inside.length > story.limit) {
      throw new Wrong(
        `${settingOf(story)}\n  allowed in (${at - story.windowMs}, ${at}] at ${inside}`,
      )
    }
  }
})

/** Between whole ms: the µs of a gap, so that the boundary is met to the µs, too. */
const micros = fc.array(fc.constantFrom(0, 0, 0, 1, -1, 377, 999), { minLength: 25, maxLength: 25 })

/** A script may cut TIME to ms or use all of it, the same way from first to last. */
asyncLaw(
  'between the milliseconds either reading of TIME is right, if it stays the same',
  fc.tuple(story(3), micros),
  async ([story, micros]) => {
    const key = redis.key()
    const readings = [Math.floor, (at: number) => at].map((cut) => ({
      cut,
      log: new NaiveLog(story),
    }))
    let right = readings
    let us = 456
    for (const [i, gap] of story.gaps.entries()) {
      us = Math.max(us, us + 1000 * gap + (micros[i] ?? 0))
      const at = us / 1000
      const argv = [story.windowMs, story.limit, `req-${i}`]
      const got = showReply(await script.call(redis.client, key, { at, argv }))
      const replies = right.map(({ cut, log }) => {
        const { retryAfterMs, ...rest } = log.reply(cut(at))
        return showReply({ ...rest, retryAfterMs: Math.ceil(Number(retryAfterMs.toFixed(3))) })
      })
      right = right.filter((_, reading) => replies[reading] === got)
      if (right.length === 0) {
        const wanted = [...new Set(replies)].join(' or ')
        throw new Wrong(`${settingOf(story)}, at ${at} ms: ${got}\n  expected ${wanted}`)
      }
    }
  },
  { runs: 100 },
)
