import type { AsyncLimiter, Decision } from './decision.ts'
import { RedisScript, type ScriptClient } from './script.ts'

/** One step of a race: which pod's next command runs, or how many ms pass before the next step. */
export type Step = 'A' | 'B' | { readonly wait: number }
export type Schedule = readonly Step[]

/** What the racing limiters need of a Redis client. ioredis has it. */
export interface LogClient extends ScriptClient {
  zremrangebyscore(key: string, min: string | number, max: string | number): Promise<number>
  zcard(key: string): Promise<number>
  zadd(key: string, score: number, member: string): Promise<unknown>
  zrange(key: string, start: string, stop: string, scores: 'WITHSCORES'): Promise<string[]>
  multi(): LogChain
}

/** The commands between MULTI and EXEC; `exec` sends all of them at once. */
export interface LogChain {
  zremrangebyscore(key: string, min: string | number, max: string | number): LogChain
  zcard(key: string): LogChain
  zadd(key: string, score: number, member: string): LogChain
  zrange(key: string, start: string, stop: string, scores: 'WITHSCORES'): LogChain
  pexpire(key: string, ms: number): LogChain
  exec(): Promise<[error: Error | null, reply: unknown][] | null>
}

/** A sliding log in Redis: `limit` requests in `windowMs`, a sorted set at `key`, ids scored by time. */
export interface RaceOptions {
  readonly client: LogClient
  readonly key: string
  readonly limit: number
  readonly windowMs: number
  /** The time in ms. (Module D after this kata asks Redis instead: pods' clocks differ.) */
  readonly now: () => number
}

/** Three commands: drop what is old, count, then add, or look for the wait. */
export function checkThenAct({ client, key, limit, windowMs, now }: RaceOptions): AsyncLimiter {
  return {
    async tryAcquire(requestId) {
      const time = now()
      await client.zremrangebyscore(key, '-inf', time - windowMs)
      const count = await client.zcard(key)
      if (count >= limit) {
        const oldest = await client.zrange(key, '0', '0', 'WITHSCORES')
        return denied(oldest, windowMs, time)
      }
      await client.zadd(key, time, requestId)
      return allowed(limit, count + 1)
    },
  }
}

/** Two steps: the count, by ZCARD; then all the rest in one MULTI. */
export function multiCheckThenAct(options: RaceOptions): AsyncLimiter {
  const { client, key, limit, windowMs, now } = options
  return {
    async tryAcquire(requestId) {
      const time = now()
      for (;;) {
        if ((await client.zcard(key)) < limit) {
          const replies = await client
            .multi()
            .zadd(key, time, requestId)
            .zremrangebyscore(key, '-inf', time - windowMs)
            .zcard(key)
            .pexpire(key, windowMs)
            .exec()
          return allowed(limit, Number(replyOf(replies, 2)))
        }
        const replies = await client
          .multi()
          .zremrangebyscore(key, '-inf', time - windowMs)
          .zcard(key)
          .zrange(key, '0', '0', 'WITHSCORES')
          .exec()
        // Else some of what was counted was old: then once more.
        if (Number(replyOf(replies, 1)) >= limit) {
          return denied(replyOf(replies, 2) as string[], windowMs, time)
        }
      }
    },
  }
}

/** One step, all in one MULTI: add, drop what is old, count. The reply is looked at afterwards. */
export function multiAddThenCheck(options: RaceOptions): AsyncLimiter {
  const { client, key, limit, windowMs, now } = options
  return {
    async tryAcquire(requestId) {
      const time = now()
      const replies = await client
        .multi()
        .zadd(key, time, requestId)
        .zremrangebyscore(key, '-inf', time - windowMs)
        .zcard(key)
        .zrange(key, '0', '0', 'WITHSCORES')
        .pexpire(key, windowMs)
        .exec()
      const count = Number(replyOf(replies, 2))
      if (count <= limit) return allowed(limit, count)
      return denied(replyOf(replies, 3) as string[], windowMs, time)
    },
  }
}

const LUA = `
local log, now, windowMs, limit = KEYS[1], ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
redis.call('ZREMRANGEBYSCORE', log, '-inf', now - windowMs)
local count = redis.call('ZCARD', log)
if count >= limit then
  return { 0, count, redis.call('ZRANGE', log, 0, 0, 'WITHSCORES') }
end
redis.call('ZADD', log, now, ARGV[4])
redis.call('PEXPIRE', log, windowMs)
return { 1, count + 1, {} }
`

/** The commands of {@link checkThenAct} in one script, which Redis runs as a whole. */
export function luaCheckThenAct(options: RaceOptions): AsyncLimiter {
  const { client, key, limit, windowMs, now } = options
  const script = new RedisScript(LUA)
  return {
    async tryAcquire(requestId) {
      const time = now()
      const reply = await script.run(client, [key], [time, windowMs, limit, requestId])
      const [isAllowed, count, oldest] = reply as [number, number, string[]]
      return isAllowed === 1 ? allowed(limit, count) : denied(oldest, windowMs, time)
    },
  }
}

const allowed = (limit: number, count: number): Decision => ({
  allowed: true,
  // Below 0 it would tell the client about the race.
  remaining: Math.max(0, limit - count),
  retryAfterMs: 0,
})

/** @param oldest the entry that leaves first, and its time: `ZRANGE … WITHSCORES` */
const denied = ([, at]: readonly string[], windowMs: number, time: number): Decision => ({
  allowed: false,
  remaining: 0,
  retryAfterMs: Number(at ?? time) + windowMs - time,
})

function replyOf(replies: [error: Error | null, reply: unknown][] | null, index: number): unknown {
  const [error, reply] = replies?.[index] ?? [new Error('the MULTI was discarded')]
  if (error) throw error
  return reply
}
