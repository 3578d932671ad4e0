import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RedisScript } from '../../katas/kit/script.ts'
import { instrumentLua } from '../support/lua-ticks.ts'
import { useRedis } from '../support/redis/client.ts'
import { virtualCall, virtualScript } from '../support/redis/virtual-clock.ts'
import { seed } from '../support/settings.mjs'

const redis = useRedis()

function run(source: string, budget?: number): Promise<unknown> {
  const script = new RedisScript(virtualScript(instrumentLua(source, budget).source))
  return virtualCall(redis.client, script, 1_000_000, redis.key(), ['a'])
}

test.each<[title: string, source: string, message: string]>([
  ['while true', '\nwhile true do end', 'while loop at line 2'],
  ['a loop that swallows errors', 'while true do\n pcall(error) end', 'while loop at line 1'],
  [
    'a loop around a body that swallows the counter',
    'repeat\n  local ok = pcall(function()\n    while true do end\n  end)\nuntil ok',
    'repeat loop at line 1',
  ],
  ['repeat', '\n\nrepeat until false', 'repeat loop at line 3'],
  ['for', 'for i = 1, math.huge do\nend', 'for loop at line 1'],
  [
    'a tail call without end',
    'local function f()\n return f() end\nreturn f()',
    'function at line 1',
  ],
  [
    'loops whose steps add up',
    'for i = 1, 1000 do\n for j = 1, 1000 do end\nend',
    'for loop at line 2',
  ],
  ['after a shebang', '#!lua\nwhile true do end', 'while loop at line 2'],
])('%s ends with the name of the loop', async (_title, source, message) => {
  const line = message.match(/\d+$/)?.[0]
  await expect(run(source)).rejects.toThrow(
    new RegExp(
      `^KATA-STEPS ${message}: more than 200000 steps script: \\w+, on @user_script:${line}\\.$`,
    ),
  )
})

test('a loop that calls Redis ends, and Redis answers on', async () => {
  await expect(run("while true do redis.call('INCR', KEYS[1]) end", 1000)).rejects.toThrow(
    'KATA-STEPS',
  )
  expect(await redis.client.ping()).toBe('PONG')
})

test('recursion ends with the stack or the budget', async () => {
  await expect(run('local function f() return 1 + f() end return f()')).rejects.toThrow(
    'stack overflow',
  )
  await expect(run('local function f() return 1 + f() end f()', 100)).rejects.toThrow(
    'KATA-STEPS function at line 1: more than 100 steps',
  )
})

test('a recursion that swallows every error ends too, with an answer', async () => {
  expect(await run('local function f() pcall(f) pcall(f) end f() return 7')).toBe(7)
})

test('the budget is exact and each call has its own', async () => {
  const ten = 'for i = 1, 10 do end return 10'
  for (const _call of [1, 2]) expect(await run(ten, 10)).toBe(10)
  await expect(run(ten, 9)).rejects.toThrow('for loop at line 1: more than 9 steps')
})

test('a script that ends in time answers as without counters', async () => {
  const source = `
    local function fib(n) if n < 2 then return n end return fib(n - 1) + fib(n - 2) end
    local out, i = {}, 0
    while (function() return i < 10 end)() do i = i + 1 out[i] = fib(i) end
    repeat local last = out[#out] until last == 55
    for k, v in pairs({ [[while true do]] }) do(tostring)(k) end
    return out`
  expect(await run(source)).toEqual(await redis.client.eval(source, 0))
})

// Any soup of tokens: Lua must say the same of it, at the same line, with counters and without.
const word = fc.constantFrom(
  ...['while', 'do', 'end', 'for', 'repeat', 'until', 'function', 'if', 'then', 'else', 'return'],
  ...[
    'break',
    'local',
    'x',
    'f',
    '=',
    '(',
    ')',
    ',',
    '{',
    '}',
    '[',
    ']',
    '1',
    'in',
    '...',
    ';',
    '\n',
  ],
  ...[
    '"a"',
    "'",
    '"',
    '[[',
    ']]',
    '--',
    '--[[',
    '\\',
    '3do',
    '"while \\" do"',
    '[=[ do ]=]',
    '-- do\n',
  ],
)
const sentence = fc.constantFrom(
  ...[
    'while x do',
    'for i = 1, 2 do',
    'local function f(a)',
    'repeat',
    'if x then',
    'end',
    'until x',
  ],
  ...['end', 'do', 'f(function()', 'end)', 'x = 1', '\n', 'return 1', '(f)()', 'while x do = 1'],
)
const soup = fc.array(
  fc.oneof({ weight: 3, arbitrary: sentence }, { weight: 1, arbitrary: word }),
  {
    maxLength: 12,
  },
)

test('what does not compile fails with the message it would have', {
  timeout: 30_000,
}, async () => {
  const compile = (source: string) =>
    redis.client.script('LOAD', `${source}\n-- ${redis.key()}`).then(
      () => 'compiles',
      (error: Error) => error.message,
    )
  await fc.assert(
    fc.asyncProperty(soup, async (words) => {
      const source = words.join(' ')
      const plain = await compile(source)
      expect(await compile(instrumentLua(source).source)).toBe(plain)
      expect(await compile(virtualScript(instrumentLua(source).source))).toBe(plain)
    }),
    {
      seed: seed(),
      numRuns: Number(process.env.FC_RUNS ?? 300),
    },
  )
})
