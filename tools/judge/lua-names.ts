import { luaWords } from '../../test/support/lua-ticks.ts'
import { Refused } from './refused.ts'

/** What leads a script past its counters and its clock, or into what all scripts of a server share. */
const HIDDEN = new Set([
  ...['_G', 'getfenv', 'setfenv', 'load', 'loadstring', 'dofile', 'loadfile', 'require', 'module'],
  ...['getmetatable', 'rawset', 'collectgarbage', 'newproxy', 'debug', 'package', 'os', 'io'],
])

/** Throws {@link Refused} where a script names what no limiter needs. @param name the file's, for the message */
export function assertPlainLua(source: string, name: string): void {
  for (const { word, line } of luaWords(source)) {
    if (!HIDDEN.has(word) && !word.startsWith('__kata')) continue
    throw new Refused(`${name}:${line} \`${word}\` is not there in a kata`)
  }
}
