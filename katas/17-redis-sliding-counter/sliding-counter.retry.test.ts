import { describe, test } from 'vitest'
import source from '#kata/17-redis-sliding-counter/sliding-counter.lua'
import {
  frameBegins,
  heldInMicros,
  replayKept,
  slidingCounterScript,
  useRedis,
  windowSetting,
} from '#support/redis'

const redis = useRedis()
const script = slidingCounterScript(source)

/** A request and how long it must wait: not at all if it is allowed; of several waits each is right. */
type Row = readonly [at: number, retryAfterMs: number | readonly number[]]

/** One key's requests, each with the right wait. */
const waits = (limit: number, windowMs: number, rows: readonly Row[]) =>
  replayKept(
    redis,
    script,
    windowSetting(limit, windowMs),
    rows.map(([at, retryAfterMs], i) => ({
      at,
      argv: [windowMs, limit],
      expected: { allowed: Number(retryAfterMs === 0), retryAfterMs },
      name: `request ${i + 1}`,
    })),
  )

/** `n` requests at one instant that are allowed. */
const letIn = (n: number, at: number) => new Array<Row>(n).fill([at, 0])

/**
 * The wait in a full frame that ends in `left` ms. Its very end will do at core; that there the frame still
 * counts whole, as the one before, so that a ms more is needed, is for a star.
 */
const untilItEnds = (left: number) => [left + 1, left]

describe('retryAfterMs', () => {
  test('it lasts until the estimate is below limit, not until the frame ends', async () => {
    await waits(64, 256, [
      ...letIn(64, 0),
      ...letIn(16, 320),
      [320, 1], // 64 × 192/256 + 16 is just 64
      [321, 0],
      [321, 4], // 64 × 188/256 + 17 is just 64, at t = 68
    ])
  })

  test('a small previous frame slides out slowly', async () => {
    await waits(4, 1024, [
      [5, 0],
      ...letIn(3, 1024),
      [1024, 1], // 1 + 3
      [1025, 0], // a whole one is not left of it any more
    ])
    await waits(3, 1024, [
      ...letIn(3, 5),
      [1025, 0],
      [1025, 341], // more than 1/3 of the frame before has to slide out
      [1365, 1],
      [1366, 0],
    ])
  })

  test('while the frame is full, it lasts until the next one', async () => {
    await waits(2, 64, [...letIn(2, 10), [10, untilItEnds(54)], [63, untilItEnds(1)]])
  })
})

// Last, so that nothing that goes wrong here costs a core test.
describe('for a star', () => {
  test('stretch: an estimate that is just the limit denies, and a ms later it is below', async () => {
    await waits(60, 60_000, [
      ...letIn(60, 0),
      ...letIn(12, 72_000),
      [72_000, 1], // 60 × 0.8 + 12
      [72_001, 0],
    ])
    await waits(10, 1000, [
      ...letIn(10, 900),
      [1100, 0],
      [1100, 1], // 10 × 0.9 + 1
    ])
    await waits(100, 1000, [
      ...letIn(100, 999),
      ...letIn(99, 1990),
      [1990, 1], // 100 × 0.01 + 99
    ])
  })

  test('stretch: the end of a full frame is full, too: the wait is a ms longer', async () => {
    await waits(2, 64, [...letIn(2, 10), [10, 55], [63, 2], [64, 1], [65, 0]])
  })

  test('stretch: a wait that ends between two ms is rounded up, not down nor to the nearest', async () => {
    const [limit, windowMs] = [3, 10]
    const times = [1000, 1000, 1000, 11_377, 11_377, 12_377, 12_377, 13_377, 14_377]
    await heldInMicros(
      script,
      { client: redis.client, key: redis.key() },
      {
        setting: windowSetting(limit, windowMs).setting,
        is: { is: 'sliding counter', limit, windowMs: 1000 * windowMs },
        reply: ({ allowed, retryAfterMs, remaining }) => {
          return { allowed: Number(allowed), retryAfterMs, remaining }
        },
      },
      times.map((us) => ({ us, argv: [windowMs, limit] })),
    )
  })

  test('stretch: a wait may be longer than 2^31 ms', async () => {
    const twoYears = 2 ** 36
    const begins = frameBegins(twoYears)
    await waits(2, twoYears, [
      ...letIn(2, begins),
      [begins + twoYears, 1],
      [begins + twoYears + 1, 0],
      [begins + twoYears + 1, twoYears / 2],
    ])
  })
})
