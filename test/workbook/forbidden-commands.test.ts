import { expect, test } from 'vitest'
import { RedisScript } from '../../katas/kit/script.ts'
import { asItStands } from '../support/redis/as-it-stands.ts'
import { useRedis } from '../support/redis/client.ts'
import { virtualCall, virtualScript } from '../support/redis/virtual-clock.ts'

const redis = useRedis()

const CLOCKS: Readonly<Record<string, (source: string, key: string) => Promise<unknown>>> = {
  real: (source, key) => redis.client.eval(asItStands(source), 1, key),
  virtual: (source, key) =>
    virtualCall(redis.client, new RedisScript(virtualScript(source)), 0, key),
}

/** What shows the keys of others, or does something to them without naming them. */
const COMMANDS = [
  ...["'FLUSHALL'", "'FLUSHDB', 'ASYNC'", "'SWAPDB', 0, 1", "'SELECT', 1", "'MOVE', KEYS[1], 1"],
  ...["'KEYS', '*'", "'SCAN', '0'", "'RANDOMKEY'", "'DBSIZE'", "'sElEcT', 1"],
]

test.for(
  COMMANDS.flatMap((command) => Object.keys(CLOCKS).map((clock) => [command, clock] as const)),
)('a script must not call %s, on the %s clock', async ([command, clock]) => {
  const run = CLOCKS[clock] ?? (() => Promise.reject(new Error(`no clock ${clock}`)))
  const name = command.split("'")[1]?.toUpperCase()
  const said = `KATA-KEY a script of a limiter must not call ${name}`
  await expect(run(`return redis.call(${command})`, redis.key())).rejects.toThrow(said)
  const asked = `local reply = redis.pcall(${command}) return reply.err`
  expect(await run(asked, redis.key())).toBe(said)
})

test.for(Object.keys(CLOCKS))(
  'a script calls what it names a key for, on the %s clock',
  async (clock) => {
    const run = CLOCKS[clock]
    expect(await run?.("return redis.call('INCR', KEYS[1])", redis.key())).toBe(1)
  },
)

test.for([2, 3].flatMap((form) => Object.keys(CLOCKS).map((clock) => [form, clock] as const)))(
  'a script writes no other key, by replies of form %i, on the %s clock',
  async ([form, clock]) => {
    const run = CLOCKS[clock] ?? (() => Promise.reject(new Error(`no clock ${clock}`)))
    const [key, other] = [redis.key(), redis.key()]
    const source = (name: string) =>
      `redis.setresp(${form}) redis.call('SET', '${name}', 1) return redis.call('GET', '${name}')`
    await expect(run(source(other), key)).rejects.toThrow(
      `KATA-KEY the script writes the key ${other}`,
    )
    expect(await redis.client.exists(other)).toBe(0)
    expect(await run(source(`${key}:more`), key)).toBe('1')
  },
)
