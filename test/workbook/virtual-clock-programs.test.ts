import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RedisScript } from '../../katas/kit/script.ts'
import { useRedis } from '../support/redis/client.ts'
import { virtualCall, virtualScript } from '../support/redis/virtual-clock.ts'
import { seed } from '../support/settings.mjs'

// Time stands still inside one script, so that a whole random program run in one real script has
// exactly one TIME; the same program then runs under the virtual clock at that TIME.

const redis = useRedis()

/** A word of a command: as it is, a key's short name, or a moment relative to the script's TIME. */
type Word =
  | string
  | number
  | { readonly key: string }
  | { readonly at: number; readonly per: number }
interface Command {
  readonly raise: boolean
  readonly words: readonly Word[]
}

/** Runs a program given as JSON and replies TIME and one line of text for each command. */
const INTERPRETER = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local function show(v)
  if type(v) == 'table' then
    if v.err then return 'error ' .. v.err end
    if v.ok then return 'status ' .. v.ok end
    local parts = {}
    for i = 1, #v do parts[i] = show(v[i]) end
    return '[' .. table.concat(parts, ', ') .. ']'
  elseif type(v) == 'number' then
    return string.format('%.17g', v)
  elseif type(v) == 'string' then
    return string.format('%q', v)
  end
  return tostring(v)
end
local lines = {}
for i, command in ipairs(cjson.decode(ARGV[1])) do
  local words = {}
  for j, word in ipairs(command.words) do
    if type(word) ~= 'table' then
      words[j] = word
    elseif word.key then
      words[j] = KEYS[1] .. ':' .. word.key
    else
      words[j] = math.floor(now / word.per) + word.at
    end
  end
  local reply
  if command.raise then
    local ok, raised = pcall(redis.call, unpack(words))
    reply = ok and show(raised) or 'raised ' .. show(raised)
  else
    reply = show(redis.pcall(unpack(words)))
  end
  lines[i] = table.concat(words, ' ') .. ' -> ' .. reply
  -- Deadlines among the words would differ between the two keys only by their prefix.
  lines[i] = string.gsub(lines[i], KEYS[1]:gsub('%p', '%%%0'), 'KEY')
end
return { time[1], time[2], #ARGV, unpack(lines) }
`
const real = new RedisScript(INTERPRETER)
const virtual = new RedisScript(virtualScript(INTERPRETER))

const key = fc.constantFrom(...['a', 'b', 'h'].map((name) => ({ key: name })))
const hash = fc.constant({ key: 'h' })
const field = fc.constantFrom('f', 'g')
/** Near 0, near the rounding of TTL, and what Redis refuses. Beyond 2^53 nothing is exact. */
const amount: fc.Arbitrary<Word> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom<Word>(1, '1', 2, 5, '10', 499, 500, 501, 1499, '1500', 60_000),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom<Word>(0, '0', -1, '-1', -1000, '-5000', 1e9, '4000000000'),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Word>(
      ...['', 'x', '1e3', '05', '-0', '+5', ' 5', '5 ', '1.5', '0x10', '99999999999999999999'],
      ...['-9223372036854775808', 1.5, 1e300, -1e300, 1e19],
    ),
  },
)
const near = fc.constantFrom(-1_000_000, -1000, -2, -1, 0, 1, 2, 499, 500, 1000, 1_000_000)
const ms: fc.Arbitrary<Word> = fc.oneof(
  { weight: 3, arbitrary: near.map((at) => ({ at, per: 1 })) },
  { weight: 1, arbitrary: amount },
)
const seconds: fc.Arbitrary<Word> = fc.oneof(
  { weight: 3, arbitrary: near.map((at) => ({ at, per: 1000 })) },
  { weight: 1, arbitrary: amount },
)
const deadline = fc.oneof(
  fc.tuple(fc.constantFrom<Word>('EX', 'PX', 'ex', 'Px'), amount),
  fc.tuple(fc.constantFrom<Word>('EXAT', 'exat'), seconds),
  fc.tuple(fc.constantFrom<Word>('PXAT', 'pxAt'), ms),
)
const single = (...words: string[]) => fc.constantFrom(...words).map((word): Word[] => [word])
const flags = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Word[]>([]) },
  { weight: 4, arbitrary: single('NX', 'XX', 'GT', 'LT', 'gt') },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Word[]>(['XX', 'GT'], ['NX', 'XX'], ['GT', 'LT'], ['NO']),
  },
)
const options = (...words: string[]) =>
  fc
    .array(
      fc.oneof({ weight: 3, arbitrary: deadline }, { weight: 2, arbitrary: single(...words) }),
      {
        maxLength: 3,
      },
    )
    .map((parts) => parts.flat())
const setOptions = options('NX', 'XX', 'GET', 'KEEPTTL', 'keepttl', 'IFEQ')
const fieldOptions = options('FNX', 'FXX', 'KEEPTTL', 'PERSIST')

const cmd = (...parts: (string | fc.Arbitrary<Word | Word[]>)[]) =>
  fc
    .tuple(...parts.map((part) => (typeof part === 'string' ? fc.constant<Word>(part) : part)))
    .map((words) => words.flat())
const command: fc.Arbitrary<Word[]> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.oneof(
      cmd('SET', key, '1', setOptions),
      cmd('EXPIRE', key, amount, flags),
      cmd('PEXPIRE', key, amount, flags),
      cmd('EXPIREAT', key, seconds, flags),
      cmd('PEXPIREAT', key, ms, flags),
      cmd('SETEX', key, amount, '7'),
      cmd('PSETEX', key, amount, '8'),
      cmd('GETEX', key, options('PERSIST', 'persist')),
      cmd('PERSIST', key),
    ),
  },
  {
    weight: 6,
    arbitrary: fc.oneof(
      ...['TTL', 'PTTL', 'EXPIRETIME', 'PEXPIRETIME', 'GET', 'EXISTS', 'TYPE'].map((n) =>
        cmd(n, key),
      ),
      ...['DEL', 'INCR', 'GETDEL', 'HGETALL', 'UNLINK'].map((n) => cmd(n, key)),
      cmd('RENAME', key, key),
      cmd('COPY', key, key, 'REPLACE'),
      cmd('MGET', key, key),
      cmd('GETSET', key, '3'),
    ),
  },
  {
    weight: 4,
    arbitrary: fc.oneof(
      cmd('HSET', hash, field, '1'),
      cmd('HPERSIST', key, 'FIELDS', '1', field),
      cmd('HDEL', hash, field),
      cmd('HGET', hash, field),
      cmd('HEXPIRE', hash, amount, flags, 'FIELDS', '1', field),
      cmd('HPEXPIRE', hash, amount, flags, 'FIELDS', '2', 'f', 'g'),
      cmd('HEXPIREAT', hash, seconds, flags, 'FIELDS', '1', field),
      cmd('HPEXPIREAT', hash, ms, flags, 'FIELDS', '1', field),
      cmd('HSETEX', hash, fieldOptions, 'FIELDS', '1', field, '5'),
      cmd('HGETEX', hash, fieldOptions, 'FIELDS', '2', 'f', 'g'),
      ...['HTTL', 'HPTTL', 'HEXPIRETIME', 'HPEXPIRETIME'].map((n) =>
        cmd(n, key, 'FIELDS', '2', field, 'x'),
      ),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom<Word[]>(
      ...[['TIME'], ['time'], ['TIME', 'x'], ['TTL'], ['PTTL', 'a', 'b'], ['EXPIRE', 'a']],
      ...[['SET', 'a'], ['SETEX', 'a', '1'], ['PSETEX', 'a', '1', 'b', 'c'], ['GETEX'], ['NOSUCH']],
      ...[['HTTL', 'a'], ['HEXPIRE', 'a', '1'], ['HSETEX', 'a'], ['']],
    ),
  },
)
const program: fc.Arbitrary<Command[]> = fc.array(
  fc.record({
    raise: fc.boolean(),
    words: fc.tuple(command, fc.boolean()).map(([words, lower]) => {
      const [name, ...rest] = words
      return [lower ? String(name).toLowerCase() : String(name), ...rest]
    }),
  }),
  { minLength: 1, maxLength: 12 },
)
const before: Command[] = [
  ['SET', { key: 'a' }, '0'],
  ['SET', { key: 'b' }, '0', 'PX', 10_000],
  ['HSET', { key: 'h' }, 'f', '1', 'g', '2'],
].map((words) => ({ raise: true, words }))
const after: Command[] = ['a', 'b', 'h'].flatMap((name) =>
  [
    ...['TYPE', 'TTL', 'PTTL', 'EXPIRETIME', 'PEXPIRETIME', 'GET', 'HGETALL'].map((n) => [n]),
    ...['HTTL', 'HPTTL', 'HPEXPIRETIME'].map((n) => [n, 'FIELDS', '2', 'f', 'g']),
  ].map(([n, ...rest]) => ({ raise: false, words: [n ?? '', { key: name }, ...rest] })),
)

/** Runs the program both ways, at the very same TIME. */
async function agree(commands: readonly Command[]): Promise<void> {
  const json = JSON.stringify([...before, ...commands, ...after])
  const expected = (await real.run(redis.client, [redis.key()], [json])) as unknown[]
  const now = Number(expected[0]) * 1_000_000 + Number(expected[1])
  expect(await virtualCall(redis.client, virtual, now, redis.key(), [json])).toEqual(expected)
}

test('programs of expiring commands answer as on the real clock', { timeout: 60_000 }, async () => {
  await fc.assert(fc.asyncProperty(program, agree), {
    seed: seed(),
    numRuns: Number(process.env.FC_RUNS ?? 300),
  })
})

test('deadlines at the last ms of the past, now, and the first to come', async () => {
  const [a, b, h] = [{ key: 'a' }, { key: 'b' }, { key: 'h' }]
  const flagged = [[], ['NX'], ['XX'], ['GT'], ['LT']]
  // A key in its last moment, still shown, meets the command as well.
  const last: Word[] = ['SET', a, '0', 'PXAT', { at: 0, per: 1 }]
  for (const at of [-1, 0, 1]) {
    const when = { at, per: 1 }
    const commands: Word[][] = [
      ['SET', a, '1', 'PXAT', when],
      ['SET', a, '1', 'XX', 'GET', 'PXAT', when],
      ['SET', a, '1', 'NX', 'PXAT', when],
      ['GETEX', a, 'PXAT', when],
      ...flagged.map((flag) => ['PEXPIREAT', a, when, ...flag]),
      ...flagged.map((flag) => ['PEXPIREAT', b, when, ...flag]),
      ...flagged.map((flag) => ['HPEXPIREAT', h, when, ...flag, 'FIELDS', '1', 'f']),
      ['HSETEX', h, 'PXAT', when, 'FIELDS', '1', 'f', '9'],
      ['HGETEX', h, 'PXAT', when, 'FIELDS', '1', 'f'],
    ]
    for (const words of commands) {
      await agree([{ raise: true, words }])
      await agree([last, words].map((each) => ({ raise: true, words: each })))
    }
  }
})
