import type { Redis } from 'ioredis'
import { RedisLost } from '../failure.ts'
import type { SetCommand, SetMethod } from '../sorted-set.ts'
import { rangeError, type Step } from '../timeline.ts'
import { isLost } from './connection.ts'

type Args = SetCommand[1]

/** Redis's words for the methods of kata 12. */
const WORDS: Readonly<Record<SetMethod, (key: string, args: Args) => Args>> = {
  size: (key) => ['ZCARD', key],
  add: (key, [member = '', score]) => ['ZADD', key, number(score), member],
  incrementBy: (key, [member = '', delta]) => ['ZINCRBY', key, number(delta), member],
  remove: (key, [member = '']) => ['ZREM', key, member],
  score: (key, [member = '']) => ['ZSCORE', key, member],
  rank: (key, [member = '']) => ['ZRANK', key, member],
  range: (key, [start = 0, stop = -1]) => ['ZRANGE', key, start, stop],
  rangeByScore: (key, [min, max]) => ['ZRANGE', key, number(min), number(max), 'BYSCORE'],
  removeRangeByScore: (key, [min, max]) => ['ZREMRANGEBYSCORE', key, number(min), number(max)],
}

/** As Redis reads it: `+inf` for Infinity. */
const number = (value: string | number | undefined): string =>
  String(value)
    .replace('-Infinity', '-inf')
    .replace(/^Infinity/, '+inf')

/** What a reply of Redis means as the method's answer. */
function answerOf(method: SetMethod, reply: unknown): unknown {
  if (reply === null) return undefined
  if (method === 'add' || method === 'remove') return reply === 1
  if (method === 'score' || method === 'incrementBy') {
    return Number(String(reply).replace('inf', 'Infinity'))
  }
  return reply
}

/**
 * The commands as steps, with the answers of a ZSET of Redis at `key`, empty at first: one round trip
 * for all. The one command that both refuse is an increment of ∞ by −∞.
 */
export async function answeredByZset(
  client: Redis,
  key: string,
  commands: readonly SetCommand[],
): Promise<Step[]> {
  const pipeline = client.pipeline()
  pipeline.del(key)
  for (const [method, args] of commands) {
    const [word = '', ...rest] = WORDS[method](key, args)
    pipeline.call(String(word), ...rest)
  }
  const [, ...replies] = (await pipeline.exec()) ?? []
  return commands.map(([method, args], i): Step => {
    const [error, reply] = replies[i] ?? [new Error('Redis gave no reply')]
    if (!error) return [method, args, answerOf(method, reply)]
    if (isLost(error)) throw new RedisLost(`Redis no longer answers: ${error.message}`)
    const isRefused = method === 'incrementBy' && error.message.includes('(NaN)')
    if (isRefused) return [method, args, rangeError('delta', args[1])]
    throw new Error(`${WORDS[method](key, args).join(' ')}: ${error.message}`)
  })
}
