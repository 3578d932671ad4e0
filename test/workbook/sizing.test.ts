import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { root } from '../../tools/judge/catalogue.mjs'
import { measured, SIZED } from '../../tools/sizing/measure.ts'
import { bytesText, report } from '../../tools/sizing/report.ts'
import { settingsOf } from '../../tools/sizing/words.ts'
import { useRedis } from '../support/redis/client.ts'

const redis = useRedis()

describe('the words of sizing', () => {
  test('none: a million users', () => {
    expect(settingsOf([])).toEqual({ users: 1_000_000, id: 16 })
    expect(settingsOf(['id=36', 'users=7'])).toEqual({ users: 7, id: 36 })
  })

  test.for([
    [['user=3'], 'sizing does not know "user=3"'],
    [['help', 'me'], 'sizing does not know "help"'],
    [['toString=3'], 'sizing does not know "toString=3"'],
    [['users'], 'sizing does not know "users"'],
    [['users=0'], 'users must be a whole number from 1 to 1,000,000,000,000, got "0"'],
    [['users=1e6'], 'users must be a whole number from 1 to 1,000,000,000,000, got "1e6"'],
    [['id=3'], 'id must be a whole number from 4 to 1,000, got "3"'],
    [['users=1', 'users=2'], 'users is given twice, got "users=2"'],
  ] as const)('%j is refused and shown', ([words, says]) => {
    expect(() => settingsOf(words)).toThrow(says)
  })
})

describe('what is measured', () => {
  test('counters and buckets stay as they are, the log grows with its entries and their ids', async () => {
    const key = redis.key()
    const bytes = async (id: number) =>
      Object.fromEntries(
        (await measured(redis.client, key, id)).map((one) => [one.kata, one.bytes]),
      )
    const [short, long] = [await bytes(8), await bytes(40)]
    for (const kata of ['14', '16', '17']) {
      expect(short[kata]?.[0], kata).toBeGreaterThan(key.length)
      expect(short[kata]?.[1], kata).toBeLessThan(2 * Number(short[kata]?.[0]))
      expect(long[kata], kata).toEqual(short[kata])
    }
    // A score and 8 characters; past 128 entries a node of the skip list and one of the hash.
    expect(short['15']?.[0]).toBeGreaterThan(100 * 16)
    expect(short['15']?.[1]).toBeGreaterThan(1000 * 64)
    expect(long['15']?.[0]).toBeGreaterThan(Number(short['15']?.[0]) + 100 * 30)
    expect(await redis.client.exists(key)).toBe(0)
  })

  test('nothing stays behind where a script is not allowed to do its part', async () => {
    const key = redis.key()
    await redis.client.rpush(key, 'not a counter')
    await expect(measured(redis.client, key, 8)).rejects.toThrow('WRONGTYPE')
    expect(await redis.client.exists(key)).toBe(0)
  })
})

describe('what is said', () => {
  test('bytes have three digits', () => {
    const texts = [64, 999, 1000, 3136, 99_940, 99_960, 999_600, 3.1e9, 1e23].map(bytesText)
    expect(texts.join(', ')).toBe(
      '64 B, 999 B, 1.0 kB, 3.1 kB, 99.9 kB, 100 kB, 1.0 MB, 3.1 GB, 100000 EB',
    )
  })

  test('a user’s bytes stand beside the lessons’, and those of all below', () => {
    const sizes = SIZED.map((one) => ({ ...one, bytes: [3136, 117_640] }))
    const lines = report(sizes, { users: 1_000_000, id: 16 }, 'rl:{u42}')
    expect(lines).toContain('14 fixed window               3.1 kB          118 kB  about 60 B')
    expect(lines).toContain('1,000,000 users')
    expect(lines).toContain('15 sliding log                3.1 GB          118 GB')
  })

  test('no line is longer than 80 columns', () => {
    const sizes = SIZED.map((one) => ({ ...one, bytes: [9_999_999, 123_456_789] }))
    const lines = report(sizes, { users: 1e12, id: 1000 }, 'k'.repeat(60))
    for (const line of lines) expect([...line].length, line).toBeLessThanOrEqual(80)
  })
})

test('npm run sizing with a wrong word ends at once, with 2', async () => {
  const args = ['--import', 'tsx', 'tools/sizing.ts', 'users=many']
  const run = promisify(execFile)(process.execPath, args, { cwd: root })
  await expect(run).rejects.toMatchObject({
    code: 2,
    stderr: 'users must be a whole number from 1 to 1,000,000,000,000, got "many"\n',
  })
})
