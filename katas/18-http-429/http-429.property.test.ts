import type { RequestListener } from 'node:http'
import { fetchWithRetry, rateLimit } from '#kata/18-http-429/http-429.ts'
import type { Decision } from '#kit'
import { asyncLaw, fc, journalOf } from '#support'
import {
  hasFields,
  later,
  policyItem,
  type Reply,
  retries,
  START_MS,
  withServer,
} from '#support/http'

const decision: fc.Arbitrary<Decision> = fc.oneof(
  fc.record({
    allowed: fc.constant(true),
    remaining: fc.nat(1000),
    retryAfterMs: fc.constant(0),
  }),
  fc.record({
    allowed: fc.constant(false),
    remaining: fc.constant(0),
    retryAfterMs: fc.oneof(fc.integer({ min: 1, max: 5000 }), fc.integer({ min: 1, max: 4e9 })),
  }),
)

const policy = fc.record({
  name: fc.stringMatching(/^[a-z][a-z0-9-]{0,8}$/),
  quota: fc.integer({ min: 1, max: 1e9 }),
  windowMs: fc.oneof(fc.integer({ min: 1, max: 5000 }), fc.integer({ min: 1, max: 4e9 })),
})

const story = fc.record({
  policy,
  decisions: fc.array(decision, { minLength: 1, maxLength: 3 }),
})

asyncLaw(
  'whatever the limiter decides, the client can read it from the fields',
  // Some at one server: to make one is what costs.
  fc.array(story, { minLength: 1, maxLength: 6, size: 'max' }),
  async (stories) => {
    let listener: RequestListener | undefined
    await withServer(
      (request, response) => listener?.(request, response),
      async ({ ask }) => {
        for (const { policy, decisions } of stories) {
          const waiting = [...decisions]
          const limiter = { tryAcquire: () => waiting.shift() as Decision }
          listener = rateLimit(
            { limiter, policy, keyOf: () => 'ann', now: () => START_MS },
            (_request, response) => response.end(),
          )
          for (const decision of decisions) tells(policy, decision, (await ask()).headers)
        }
      },
    )
  },
  { runs: 6 },
)

type Policy = typeof policy extends fc.Arbitrary<infer T> ? T : never

function tells(
  { name, quota, windowMs }: Policy,
  { allowed, remaining, retryAfterMs }: Decision,
  headers: Headers,
): void {
  const seconds = Math.ceil(retryAfterMs / 1000)
  hasFields(`windowMs ${windowMs}, retryAfterMs ${retryAfterMs}`, headers, {
    'RateLimit-Policy': policyItem(name, { q: quota, w: Math.ceil(windowMs / 1000) }),
    RateLimit: policyItem(name, { r: remaining, ...(allowed ? {} : { t: seconds }) }),
    'Retry-After': allowed ? undefined : `${seconds}`,
  })
}

/** One answer by its place among them: a date is always ahead of all waits before it. */
const reply: fc.Arbitrary<(place: number) => Reply> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      () => 429,
      () => 503,
    ),
  },
  {
    weight: 3,
    arbitrary: fc.tuple(fc.constantFrom(429, 503), fc.integer({ min: 1, max: 9 })).map(
      ([status, s]) =>
        (): Reply => [status, `${s}`],
    ),
  },
  {
    weight: 1,
    arbitrary: fc.integer({ min: 1, max: 5000 }).map(
      (s) =>
        (place: number): Reply => [429, later(1000 * (10_000 * place + s))],
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('-1', '0.5', 'later').map((value) => (): Reply => [429, value]),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      () => 200,
      () => 404,
      () => 500,
    ),
  },
)

const replies = fc
  .array(reply, { minLength: 1, maxLength: 8 })
  .map((list): Reply[] => [...list.map((make, i) => make(i + 1)), 200])

/** Powers of two and eighths, so that every way to multiply comes to the same. */
const settings = fc.record({
  tries: fc.integer({ min: 1, max: 8 }),
  baseMs: fc.constantFrom(8, 64, 512),
  capMs: fc.constantFrom(64, 1024, 4096),
  maxWaitMs: fc.constantFrom(0, 512, 8192, 60_000, 1e9),
  random: fc.integer({ min: 0, max: 7 }).map((n) => n / 8),
})

asyncLaw(
  'it asks, waits and gives up as the contract says, whatever the server answers',
  fc.tuple(settings, replies),
  async ([settings, replies]) => {
    await retries(fetchWithRetry, settings, replies, journalOf(settings, replies))
  },
  { runs: 150 },
)
