import { expect, test } from 'vitest'
import { instrumentLua } from '../support/lua-ticks.ts'

/** The instrumented text without the prefix, each counter as «kind line». */
function marked(source: string): string {
  const text = instrumentLua(source).source
  return text
    .replace(/local __kata_step = .*?, setmetatable\); /, '')
    .replace(/ __kata_step\('(\w+)(?: loop)?', (\d+)\);/g, '«$1 $2»')
}

test.each<[title: string, source: string, expected: string]>([
  ['while', 'while x do y() end', 'while x do«while 1» y() end'],
  [
    'for, both forms',
    'for i=1,2 do end for k in f do end',
    'for i=1,2 do«for 1» end for k in f do«for 1» end',
  ],
  ['repeat', 'repeat\nx()\nuntil y', 'repeat«repeat 1»\nx()\nuntil y'],
  [
    'function',
    'local function f(a, ...)return a end',
    'local function f(a, ...)«function 1»return a end',
  ],
  ['method', 'function a.b:c() end', 'function a.b:c()«function 1» end'],
  [
    'a bare block is no loop',
    'do x() end while y do do z() end end',
    'do x() end while y do«while 1» do z() end end',
  ],
  [
    'if inside a loop',
    'while x do if y then do end else end end while z do end',
    'while x do«while 1» if y then do end else end end while z do«while 1» end',
  ],
  [
    'a loop inside a function inside the head of a loop',
    'while (function() for i=1,2 do end do end return x end)() do end',
    'while (function()«function 1» for i=1,2 do«for 1» end do end return x end)() do«while 1» end',
  ],
  [
    'a function after until',
    'repeat until (function() return 1 end)() while x do end',
    'repeat«repeat 1» until (function()«function 1» return 1 end)() while x do«while 1» end',
  ],
  ['parentheses in a head', 'while (x) and ((y)) do end', 'while (x) and ((y)) do«while 1» end'],
  [
    'a head over lines names its first',
    '\n\nwhile\n x\ndo\nend',
    '\n\nwhile\n x\ndo«while 3»\nend',
  ],
  ['names that hold keywords', 'dodo = whiled + x.fore + end_', 'dodo = whiled + x.fore + end_'],
  [
    'strings',
    `x = "while do" .. 'for \\' do' while y do end`,
    `x = "while do" .. 'for \\' do' while y do«while 1» end`,
  ],
  [
    'an escaped backslash',
    `x = "\\\\" while y do end --"`,
    `x = "\\\\" while y do«while 1» end --"`,
  ],
  [
    'an escaped line end',
    'x = "a\\\nwhile do" while y do end',
    'x = "a\\\nwhile do" while y do«while 2» end',
  ],
  [
    'an escaped CR LF is one line',
    'x = "a\\\r\nb" while y do end',
    'x = "a\\\r\nb" while y do«while 2» end',
  ],
  [
    'long strings',
    'x = [[ while do ]] while y do end',
    'x = [[ while do ]] while y do«while 1» end',
  ],
  [
    'levels',
    'x = [==[ ]] ]=] "\nwhile do ]==] while y do end',
    'x = [==[ ]] ]=] "\nwhile do ]==] while y do«while 2» end',
  ],
  ['an index of an index', 'x = t[u[1]] while y do end', 'x = t[u[1]] while y do«while 1» end'],
  ['comments', '-- while do "\nwhile y do end', '-- while do "\nwhile y do«while 2» end'],
  [
    'long comments',
    '--[[ while\n do ]] --[=[ ]] ]=] while y do end',
    '--[[ while\n do ]] --[=[ ]] ]=] while y do«while 2» end',
  ],
  [
    'a comment that only looks long',
    '--[=while do\nwhile y do end',
    '--[=while do\nwhile y do«while 2» end',
  ],
  ['CR LF', 'x()\r\nwhile y do\r\nend', 'x()\r\nwhile y do«while 2»\r\nend'],
  [
    'an unfinished string',
    'while x do y = "while z do end\nend',
    'while x do«while 1» y = "while z do end\nend',
  ],
  [
    'an unfinished long comment',
    'while x do --[[ while z do end',
    'while x do«while 1» --[[ while z do end',
  ],
  [
    'more ends than blocks',
    'end end until while x do end',
    'end end until while x do«while 1» end',
  ],
  [
    'a shebang',
    '#!lua flags=no-writes\nwhile x do end',
    '#!lua flags=no-writes\nwhile x do«while 2» end',
  ],
  ['a shebang alone', '#!lua', '#!lua\n'],
  [
    'an if inside the head of a loop',
    'while (function() if x then end end)() do end',
    'while (function()«function 1» if x then end end)() do«while 1» end',
  ],
  [
    'a repeat inside the head of a loop',
    'while (function() repeat until x end)() do end',
    'while (function()«function 1» repeat«repeat 1» until x end)() do«while 1» end',
  ],
  ['nothing', '', ''],
])('%s', (_title, source, expected) => {
  expect(marked(source)).toBe(expected)
})

test('lists what it counts, in order', () => {
  expect(
    instrumentLua('local function f()\n while x do\n end\nend\nrepeat until f()').loops,
  ).toEqual([
    { kind: 'function', line: 1 },
    { kind: 'while loop', line: 2 },
    { kind: 'repeat loop', line: 5 },
  ])
})

test('adds no line', () => {
  const source = 'local x\nwhile true do\n  x = 1\nend'
  expect(instrumentLua(source).source.split('\n')).toHaveLength(source.split('\n').length)
})
