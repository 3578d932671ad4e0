import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { checkThenAct, luaCheckThenAct, multiAddThenCheck } from '../../katas/kit/index.ts'
import { root } from '../../tools/judge/catalogue.mjs'
import { playMine } from '../../tools/race/mine.ts'
import { useRedis } from '../support/redis/client.ts'
import { type Drill, drawRace, playSchedule, runAgainstRival } from '../support/redis/race/index.ts'

const redis = useRedis()
const drill: Drill = {
  name: 'mine',
  todo: 'both are let in',
  limiter: checkThenAct,
  ...{ limit: 3, windowMs: 60_000, before: 2, requests: 'one' },
}

const played = (schedule: unknown, more: Partial<Drill> = {}) =>
  playSchedule(redis, schedule, { ...drill, ...more })

describe('a schedule', () => {
  test('is played as it is written, and drawn', async () => {
    const { requests, steps } = await played(['B', 'B', 'A', 'A', 'A', { wait: 1500 }, 'B'])
    expect(requests.map(({ pod, at, allowed }) => [pod, at, allowed])).toEqual([
      [undefined, 0, true],
      [undefined, 0, true],
      ['A', 0, true],
      ['B', 0, true],
    ])
    expect(drawRace(steps)).toEqual([
      'pod A                 pod B',
      '                      ZREMRANGEBYSCORE → 0',
      '                      ZCARD → 2',
      'ZREMRANGEBYSCORE → 0',
      'ZCARD → 2',
      'ZADD → 1   allowed',
      '-- 1,500 ms pass --',
      '                      ZADD → 1   allowed',
    ])
  })

  test('a request begins with its first step, at the time of then', async () => {
    const late = ['A', 'A', 'A', { wait: 60_000 }, 'B', 'B', 'B']
    const { requests } = await played(late, { limit: 2 })
    expect(requests.slice(2).map(({ at, allowed }) => [at, allowed])).toEqual([
      [0, false],
      [60_000, true],
    ])
  })

  test('pods may make one request after the other', async () => {
    const many = { limiter: multiAddThenCheck, requests: 'many' } as const
    const { requests } = await played(['A', 'B', { wait: 10 }, 'B'], many)
    expect(requests.slice(2).map(({ pod, allowed }) => [pod, allowed])).toEqual([
      ['A', true],
      ['B', false],
      ['B', false],
    ])
  })

  test('of another limiter, which has fewer steps: the spare ones are left out', async () => {
    const lua = { limiter: luaCheckThenAct, spare: 'skipped' } as const
    const { steps } = await played(['A', 'A', 'B', 'B', 'B', 'A'], lua)
    expect(steps).toHaveLength(2)
  })

  test.for([
    [[], 'TODO: write mine: both are let in'],
    ['AB', "mine must be an array of steps, got 'AB'"],
    [['A', 'C'], "mine: step 2 must be 'A', 'B' or { wait: ms }, got 'C'"],
    [['A', null], "mine: step 2 must be 'A', 'B' or { wait: ms }, got null"],
    [[{ wait: -1 }], 'mine: step 1: wait must be a finite number of ms ≥ 0, got -1'],
    [[{ wait: '5' }], "mine: step 1: wait must be a finite number of ms ≥ 0, got '5'"],
    [
      ['A', 'A', 'A', 'A', 'B', 'B', 'B'],
      "mine: step 4 is 'A', but pod A is done: step 3 was its last",
    ],
    [['A', 'B', 'A', 'A', 'B'], 'mine: ends too early: pod B has still to send ZRANGE'],
    [['A', 'A', 'A'], 'mine: ends too early: pod B never makes its request'],
    [new Array(1001).fill('A'), 'mine has 1001 steps: 1000 at the most'],
  ] as const)('%j is refused', async ([schedule, says]) => {
    await expect(played(schedule)).rejects.toThrow(says)
  })
})

describe('a rival', () => {
  test('comes between any two commands, and the work ends as it would', async () => {
    const key = redis.key()
    const seen: string[] = []
    const { outcome, steps } = await runAgainstRival(redis, {
      key,
      work: async ({ client }) => {
        await client.incr(key)
        return client.incr(key)
      },
      between: async (waiting) => {
        seen.push(waiting.join(' '))
        await redis.client.incrby(key, 10)
      },
      after: async ({ client }) => expect(await client.get(key)).toBe('12'),
    })
    expect([outcome, seen]).toEqual([{ value: 12 }, ['INCR']])
    expect(drawRace(steps, 1)).toEqual(['pod A', 'INCR → 1', 'INCR → 12   12'])
  })

  test('work that goes on for ever is told', async () => {
    const key = redis.key()
    const forever = runAgainstRival(redis, {
      key,
      work: async ({ client }) => {
        for (;;) await client.incr(key)
      },
      between: async () => {},
    })
    await expect(forever).rejects.toThrow('goes on after 100 commands, at last:\npod A\nINCR → 97')
  })
})

describe('npm run race mine', () => {
  const lines: string[] = []
  const mine = (file: string) =>
    playMine(redis, (...more) => lines.push(...more), join(root, file, '13-redis-race/race.ts'))

  test('draws what was written, and the same on Lua', async () => {
    lines.length = 0
    expect(await mine('solutions')).toBe(true)
    expect(lines).toContain('breaksCheckThenAct: checkThenAct, limit 3, 2 let in before')
    expect(lines.filter((line) => line.includes('EVALSHA'))).toHaveLength(9)
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(80)
  })

  test('says what cannot be played', async () => {
    lines.length = 0
    expect(await mine('katas')).toBe(false)
    expect(lines.filter((line) => line === '  to do')).toHaveLength(3)
  })
})
