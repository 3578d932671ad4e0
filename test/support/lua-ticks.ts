/**
 * No learner's Lua can hang a run: a step is counted at the head of each loop and function body,
 * and past a budget each further step raises. Redis itself would wait: a script blocks the whole
 * server, and after its first write not even SCRIPT KILL ends it.
 *
 * Reading is by tokens, not by a parser. A parser's nodes do not say where a loop's `do` is, so
 * that the tokens would be needed anyway; and a parser that stumbles over a text which Redis
 * compiles would leave its loops unguarded. The insertions are whole statements at the head of a
 * block, so that a text that does not compile still stops at the same token with the same message.
 *
 * Not counted: loops inside Lua's own functions (`string.rep`, a pattern that backtracks) and
 * Redis's.
 */
import { prefixLua, shebangOf } from './lua-prefix.ts'

/** A loop or a function of the script, and the line where its first word is. */
export interface LuaLoop {
  readonly kind: 'while loop' | 'for loop' | 'repeat loop' | 'function'
  readonly line: number
}

export interface InstrumentedLua {
  /** The script with its counters, line for line. */
  readonly source: string
  /** What got a counter, in the order of the text. */
  readonly loops: readonly LuaLoop[]
}

/** Steps one call of a script may take, unless told otherwise: far above any limiter's need. */
export const LUA_STEPS = 200_000

/**
 * The tokens of Lua 5.1 that matter here, else one character: a number, say, holds no keyword.
 * `unfinished` is a long bracket or a quote whose end is missing: Lua reads no further.
 */
const TOKEN = new RegExp(
  [
    String.raw`(?<newline>\r\n|\n\r|\n|\r)`,
    String.raw`(?:--)?\[(?<level>=*)\[[^]*?\]\k<level>\]`,
    String.raw`(?<quote>["'])(?:\\(?:\r\n|\n\r|[^])|(?!\k<quote>)[^\\\n\r])*\k<quote>`,
    String.raw`(?<unfinished>(?:--)?\[=*\[|["'])`,
    String.raw`--[^\n\r]*`,
    String.raw`[A-Za-z_]\w*`,
    '[^]',
  ].join('|'),
  'gy',
)
const NEWLINE = /\r\n|\n\r|\n|\r/g

/** The words of a script's code that are no part of another thing (`a.word`), each with its line. */
export function* luaWords(source: string): Generator<{ word: string; line: number }> {
  const shebang = shebangOf(source)
  let line = shebang === '' ? 1 : 2
  let before = ''
  for (const match of source.slice(shebang.length).matchAll(TOKEN)) {
    const [token] = match
    if (match.groups?.unfinished !== undefined) return
    if (/^[A-Za-z_]/.test(token) && !/(^|[^.])[.:]$/.test(before)) yield { word: token, line }
    line += token.match(NEWLINE)?.length ?? 0
    // The last two tokens that say something: `..` joins, `.` belongs to what it stands before.
    if (/\S/.test(token) && !token.startsWith('--')) before = (before + token).slice(-2)
  }
}

/** Counts the steps of `source` and lets it raise past `budget` of them. Linear in its length. */
export function instrumentLua(source: string, budget = LUA_STEPS): InstrumentedLua {
  const shebang = shebangOf(source)
  const body = source.slice(shebang.length)
  const loops: LuaLoop[] = []
  let line = shebang === '' ? 1 : 2
  let text = ''
  let read = 0

  // What waits for its `end` or `until`. The head of a loop or function waits for its `do` or `)`
  // first; functions may stand inside a loop's head, so the innermost decides whose `do` it is.
  const open: (LuaLoop | 'body')[] = []
  const enter = (loop: LuaLoop): void => {
    open[open.length - 1] = 'body'
    loops.push(loop)
    text += ` __kata_step('${loop.kind}', ${loop.line});`
  }

  for (const match of body.matchAll(TOKEN)) {
    if (match.groups?.unfinished !== undefined) break
    const token = match[0]
    const innermost = open.at(-1)
    const head = innermost === 'body' ? undefined : innermost
    text += token
    read += token.length
    line += token.match(NEWLINE)?.length ?? 0
    switch (token) {
      case 'while':
      case 'for':
        open.push({ kind: `${token} loop`, line })
        break
      case 'function':
        open.push({ kind: 'function', line })
        break
      case 'repeat':
        open.push('body')
        enter({ kind: 'repeat loop', line })
        break
      case 'if':
        open.push('body')
        break
      case 'do':
        if (head) enter(head)
        else open.push('body')
        break
      case ')':
        if (head?.kind === 'function') enter(head)
        break
      case 'end':
      case 'until':
        open.pop()
    }
  }
  // After an unfinished string nothing changes, so that Lua's message about it stays the same.
  return { source: prefixLua(shebang + text + body.slice(read), counter(budget)), loops }
}

/**
 * One function for all steps. It raises at each step past the budget, so that a loop that swallows
 * errors ends too. The error is a table that answers Redis with the loop's line, not this one's.
 */
function counter(budget: number): string {
  return (
    'local __kata_step = (function(steps, error, setmetatable) return function(kind, line)' +
    ` steps = steps + 1 if steps > ${budget} then error(setmetatable(` +
    `{ err = 'KATA-STEPS ' .. kind .. ' at line ' .. line .. ': more than ${budget} steps' },` +
    " { __index = { source = '@user_script', line = line }, __newindex = function() end }))" +
    ' end end end)(0, error, setmetatable);'
  )
}
