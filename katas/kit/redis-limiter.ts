import { integerAtLeast } from './check.ts'
import type { Decision } from './decision.ts'
import type { RedisScript, ScriptClient } from './script.ts'

/** What every limiter around a script is made of. */
export interface RedisLimiterOptions {
  readonly client: ScriptClient
  readonly script: RedisScript
  /** The script's one key, KEYS[1]. */
  readonly key: string
}

/** The options of a limiter that allows `limit` requests in `windowMs`. */
export interface RedisWindowOptions extends RedisLimiterOptions {
  readonly limit: number
  /** A whole number of ms. */
  readonly windowMs: number
}

/** Throws a `RangeError` unless `limit` and `windowMs` are whole numbers ≥ 1. */
export function checkRedisWindow({ limit, windowMs }: RedisWindowOptions): void {
  integerAtLeast('limit', limit, 1)
  integerAtLeast('windowMs', windowMs, 1)
}

/** Throws a `RangeError` unless `cost` is 1: a limiter that counts requests knows no other cost. */
export function checkCountsOne(cost: number): void {
  if (cost !== 1) throw new RangeError(`cost must be 1 (one request), got ${cost}`)
}

/**
 * Runs the script of a limiter that counts and reads its reply `{allowed, count, retryAfterMs}`:
 * `remaining` is what `count` leaves of the limit.
 */
export async function decideByCount(
  { client, script, key, limit }: RedisWindowOptions,
  args: readonly (string | number)[],
): Promise<Decision> {
  const reply = await script.run(client, [key], args)
  const { allowed, count, retryAfterMs } = readReply(reply, ['allowed', 'count', 'retryAfterMs'])
  return { allowed: allowed === 1, remaining: limit - count, retryAfterMs }
}

/**
 * Reads a script's reply as one whole number for each of `names`, in that order. `allowed` is 1 or
 * 0. Throws an `Error` that shows the reply and the expected shape if it is anything else. Replies
 * are not converted: Redis has cut a fraction off already, and a string here is a `tonumber`
 * forgotten.
 */
export function readReply<const Name extends string>(
  reply: unknown,
  names: readonly Name[],
): Record<Name, number> {
  if (!Array.isArray(reply) || reply.length !== names.length) throw wrongShape(reply, names)
  const numbers = names.map((name, i): [Name, number] => {
    const value: unknown = reply[i]
    if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw wrongShape(reply, names)
    if (name === 'allowed' && value !== 0 && value !== 1) throw wrongShape(reply, names)
    return [name, value]
  })
  return Object.fromEntries(numbers) as Record<Name, number>
}

function wrongShape(reply: unknown, names: readonly string[]): Error {
  const shape = names.map((name) => (name === 'allowed' ? 'allowed (1 or 0)' : name)).join(', ')
  return new Error(
    `the script must reply {${shape}}, ${names.length} whole numbers, got ${show(reply)}`,
  )
}

function show(reply: unknown): string {
  const text = JSON.stringify(reply) ?? String(reply)
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}
