/**
 * A virtual clock over a real Redis. The script under test runs on the server as ever, but its TIME
 * and every TTL follow a time that the test hands in, so that a test walks through years without a
 * sleep. What the script sees of it: nothing (ARGV, KEYS, line numbers are as they were).
 *
 * Kept virtual: TIME; all of a key's deadlines (EXPIRE… SET… GETEX… TTL…) and of a hash's fields.
 * Not: `redis` in a text that the script hands to `loadstring`, keys that SORT finds by pattern, LRU
 * and idle times. MSETEX and RESTORE are refused.
 *
 * Deadlines are exact as long as they stay below 2^53 − 2^42 ms.
 */
import type { RedisScript, ScriptClient } from '../../../katas/kit/script.ts'
import { prefixLua } from '../lua-prefix.ts'
import { prefixFrom } from './prefix.ts'

/** Microseconds since the epoch, a whole number ≥ 0; a bigint above 2^53 − 1 (the year 2255). */
export type Micros = number | bigint

/** What the helpers need of a client beside running scripts. ioredis has it. */
export interface TtlClient {
  pexpiretime(key: string): Promise<number>
  persist(key: string): Promise<number>
}

/** Where virtual time 0 lies in Redis's own: `BASE` of virtual-clock.lua. */
const BASE_MS = 2 ** 42

const PREFIX = prefixFrom('virtual-clock.lua')

/**
 * The same script under the virtual clock, to be run by {@link virtualCall} or a {@link
 * virtualClient}.
 */
export function virtualScript(source: string): string {
  return prefixLua(source, PREFIX)
}

/**
 * Runs a script made of {@link virtualScript} at `now`, and resolves to its reply. One round trip.
 * Rejects as `RedisScript#run` does.
 */
export function virtualCall(
  client: ScriptClient,
  script: RedisScript,
  now: Micros,
  key: string,
  argv: readonly (string | number)[] = [],
): Promise<unknown> {
  return script.run(client, [key], [...argv, ...timeOf(now)])
}

/**
 * A client for the kit's limiters that runs each script at `now()`. The limiter's script must be
 * made of {@link virtualScript}.
 */
export function virtualClient(client: ScriptClient, now: () => Micros): ScriptClient {
  return {
    evalsha: (sha, numKeys, ...args) => client.evalsha(sha, numKeys, ...args, ...timeOf(now())),
    eval: (script, numKeys, ...args) => client.eval(script, numKeys, ...args, ...timeOf(now())),
  }
}

/**
 * PTTL as a script would see it at `now`: whole ms; −1 if the key has none, −2 if it is not there.
 */
export async function virtualPttl(client: TtlClient, key: string, now: Micros): Promise<number> {
  const when = await client.pexpiretime(key)
  if (when < 0) return when
  if (when < BASE_MS)
    throw new Error(`${key} has a TTL by the real clock: not set by virtualScript`)
  const left = when - BASE_MS - msOf(now)
  return left < 0 ? -2 : left
}

/** Takes the key's TTL away, as a lost EXPIRE does. Resolves to whether it had one. */
export async function dropTtl(client: TtlClient, key: string): Promise<boolean> {
  return (await client.persist(key)) === 1
}

function timeOf(now: Micros): [seconds: string, micros: string] {
  const micros = wholeMicros(now)
  return [String(micros / 1_000_000n), String(micros % 1_000_000n)]
}

function msOf(now: Micros): number {
  return Number(wholeMicros(now) / 1000n)
}

function wholeMicros(now: Micros): bigint {
  if (typeof now === 'number' && !Number.isSafeInteger(now)) {
    throw new RangeError(`now must be a whole number of µs up to 2^53 - 1, or a bigint, got ${now}`)
  }
  if (now < 0) throw new RangeError(`now must be ≥ 0, got ${now}`)
  return BigInt(now)
}
