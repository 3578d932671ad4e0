import { prefixLua } from '../lua-prefix.ts'

/**
 * The script with a `cjson` of its own. The settings of the usual one (`encode_number_precision`, …) are
 * the whole server's, and what one script sets stays set: it would change what the next implementation
 * replies. A text without the word is left as it is.
 *
 * SCRIPT FLUSH would reset them as well, but for all test files that run at the time, in the middle of
 * theirs; and on a server that is not ours it is not allowed.
 */
export function withOwnCjson(script: string): string {
  return script.includes('cjson') ? prefixLua(script, 'local cjson = cjson.new();') : script
}
