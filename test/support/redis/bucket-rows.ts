import type { TestRedis } from './client.ts'
import type { ScriptStep, ScriptUnderTest } from './script.ts'
import { replayKept, type Setting } from './window-rows.ts'

/**
 * A request to a token bucket, what it costs, and the right reply to it; undefined: whatever it is. The wait
 * may be left out, too.
 */
export type BucketRow = readonly [
  at: number,
  cost: number,
  allowed: 0 | 1,
  tokensLeft: number | undefined,
  retryAfterMs?: number,
]

export type BucketScript = ScriptUnderTest<'allowed' | 'tokensLeft' | 'retryAfterMs'>

/** A bucket in words; its keys live for two refills at most, each rounded up to a second. */
export const bucketSetting = (capacity: number, refillPerSec: number): Setting => ({
  setting: `capacity ${capacity}, refillPerSec ${refillPerSec}`,
  longestMs: 2000 * Math.ceil(capacity / refillPerSec),
})

/** A request a row. */
export function bucketSteps(
  capacity: number,
  refillPerSec: number,
  rows: readonly BucketRow[],
): ScriptStep[] {
  return rows.map(([at, cost, allowed, tokensLeft, retryAfterMs]): ScriptStep => {
    const waits = retryAfterMs ?? (allowed === 1 ? 0 : undefined)
    return {
      at,
      argv: [capacity, refillPerSec, cost],
      expected: {
        allowed,
        ...(tokensLeft !== undefined && { tokensLeft }),
        ...(waits !== undefined && { retryAfterMs: waits }),
      },
      name: `cost ${cost}`,
    }
  })
}

/** One bucket's requests in order, each with the right reply; after each the key has a TTL. */
export async function replayBucket(
  redis: TestRedis,
  script: BucketScript,
  capacity: number,
  refillPerSec: number,
  rows: readonly BucketRow[],
): Promise<string> {
  const steps = bucketSteps(capacity, refillPerSec, rows)
  return await replayKept(redis, script, bucketSetting(capacity, refillPerSec), steps)
}
