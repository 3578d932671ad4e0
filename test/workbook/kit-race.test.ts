import { describe, expect, test } from 'vitest'
import {
  checkThenAct,
  luaCheckThenAct,
  multiAddThenCheck,
  multiCheckThenAct,
} from '../../katas/kit/index.ts'
import { answersOf } from '../support/index.ts'
import { useRedis } from '../support/redis/client.ts'

const redis = useRedis()
const [limit, windowMs] = [3, 60_000]

/** Times around the window's end, more than are let in. */
const TIMES = [0, 0, 40, 90, 130, 59_999, 60_000, 60_000, 60_039, 60_040, 200_000, 200_000].map(
  (time) => 1_760_000_000_000 + time,
)

async function decisionsOf(make: typeof checkThenAct) {
  let time = 0
  const { client } = redis
  const limiter = make({ client, key: redis.key(), limit, windowMs, now: () => time })
  const decisions = []
  for (const [i, now] of TIMES.entries()) {
    time = now
    decisions.push(await limiter.tryAcquire(`req-${i}`))
  }
  return decisions
}

describe('the limiters of kata 13, asked by one pod alone', () => {
  test.for([
    ['check, then act', checkThenAct],
    ['check, then MULTI', multiCheckThenAct],
    ['Lua', luaCheckThenAct],
  ] as const)('%s is a sliding log', async ([, make]) => {
    const calls = TIMES.map((now) => ({ now }))
    const answers = answersOf({ is: 'sliding log', limit, windowMs }, calls)
    expect(await decisionsOf(make)).toEqual(answers)
  })

  test('add, then check differs: what it denied stays in the window', async () => {
    const allowed = (await decisionsOf(multiAddThenCheck)).map(({ allowed }) => Number(allowed))
    // At 60,000 those at 40, 90, 130 and 59,999 are in the window; two of them were denied.
    expect(allowed).toEqual([1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 1, 1])
  })
})
