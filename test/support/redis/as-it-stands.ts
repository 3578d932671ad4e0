import { prefixLua } from '../lua-prefix.ts'
import { prefixFrom } from './prefix.ts'

const PREFIX = prefixFrom('as-it-stands.lua')

/**
 * The script as it stands, apart from others: it cannot see or flush their keys, and has a `cjson` of its own.
 * The settings of the usual one (`encode_number_precision`, …) are the whole server's, and what one script sets
 * stays set: it would change what the next implementation replies.
 *
 * SCRIPT FLUSH would reset them as well, but for all test files that run at the time, in the middle of
 * theirs; and on a server that is not ours it is not allowed.
 */
export function asItStands(script: string): string {
  const own = script.includes('cjson') ? ' local cjson = cjson.new();' : ''
  return prefixLua(script, `${PREFIX}${own}`)
}
