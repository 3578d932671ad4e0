import { Wrong } from '../failure.ts'
import type { TestRedis } from './client.ts'
import { microsAt, replayScript, type ScriptStep, type ScriptUnderTest } from './script.ts'
import { virtualPttl } from './virtual-clock.ts'

/** A request to a script that allows `limit` in a window, and the right reply to it. */
export type Row = readonly [at: number, allowed: 0 | 1, count: number, retryAfterMs: number]

export type WindowScript = ScriptUnderTest<'allowed' | 'count' | 'retryAfterMs'>

let requests = 0

/** A request a row, each with a new id. */
export function stepsOf(limit: number, windowMs: number, rows: readonly Row[]): ScriptStep[] {
  return rows.map(([at, allowed, count, retryAfterMs]) => {
    const argv = [windowMs, limit, `req-${++requests}`]
    return { at, argv, expected: { allowed, count, retryAfterMs } }
  })
}

/** One key's requests in order, each with the right reply; after each the key has a TTL. */
export async function replayRows(
  redis: TestRedis,
  script: WindowScript,
  limit: number,
  windowMs: number,
  rows: readonly Row[],
): Promise<void> {
  requests = 0
  const steps = stepsOf(limit, windowMs, rows)
  await replayKept(redis, script, windowSetting(limit, windowMs), steps)
}

/** What a script is asked with, in words, and the longest TTL that its keys may have. */
export interface Setting {
  readonly setting: string
  readonly longestMs: number
}

/** A window in words; its keys live for two windows at most. */
export const windowSetting = (limit: number, windowMs: number): Setting => ({
  setting: `limit ${limit}, windowMs ${windowMs}`,
  longestMs: 2 * windowMs,
})

/** One key's requests in order; after each the key has a TTL. Returns the key. */
export async function replayKept<Name extends string>(
  redis: TestRedis,
  script: ScriptUnderTest<Name>,
  { setting, longestMs }: Setting,
  steps: readonly ScriptStep[],
): Promise<string> {
  const key = redis.key()
  await replayScript(script, { client: redis.client, key, setting }, steps, ({ at }) =>
    everyKeyHasTtl(redis, key, at, longestMs),
  )
  return key
}

/** A TTL may be this much longer when read back, since a script may round up to a second. */
const SLACK_MS = 1000

/**
 * Holds that every key whose name begins with `key` has a TTL, of at most `longestMs`: one without stays
 * for ever once its user is gone.
 */
export async function everyKeyHasTtl(
  redis: TestRedis,
  key: string,
  at: number,
  longestMs: number,
): Promise<void> {
  for (const ttl of await ttlsUnder(redis, key, at)) {
    if (ttl === -1) throw new Wrong('and the key has no TTL: it stays for ever')
    if (ttl > longestMs + SLACK_MS) {
      throw new Wrong(`and the key's TTL is ${ttl} ms: more than ${longestMs}`)
    }
  }
}

/** What each key whose name begins with `key` has to live at `at`, in ms; −1: it has no TTL. */
export async function ttlsUnder(redis: TestRedis, key: string, at: number): Promise<number[]> {
  const keys = await redis.keysUnder(key)
  return Promise.all(keys.map((one) => virtualPttl(redis.client, one, microsAt(at))))
}

/** A TTL in a word, for a probe. */
export const ttlWord = (ttl: number, neededMs: number, longestMs: number): string =>
  ttl === -1 ? 'none' : ttl < neededMs ? 'short' : ttl > longestMs + SLACK_MS ? 'long' : 'right'

/**
 * Requests to a script that allows `limit` in a window, whatever is replied: after each the key has a TTL. After
 * the last one it must reach to `until`, where what was counted still decides: else only counts would tell that
 * it was short.
 */
export async function keptUntil<Name extends string>(
  redis: TestRedis,
  script: ScriptUnderTest<Name>,
  setting: Setting,
  steps: readonly ScriptStep[],
  until: number,
): Promise<void> {
  const key = await replayKept(redis, script, setting, steps)
  const at = steps.at(-1)?.at ?? 0
  const ends = at + Math.max(0, ...(await ttlsUnder(redis, key, at)))
  if (ends >= until) return
  const times = new Set(steps.map((step) => step.at))
  throw new Wrong(
    `${setting.setting}: requests at ${[...times].join(', ')} ms\n` +
      `  the key is gone after ${ends} ms; what it holds still decides at ${until}`,
  )
}
