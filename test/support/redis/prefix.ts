import { readFileSync } from 'node:fs'
import { onOneLine } from '../lua-prefix.ts'

const read = (file: string) => onOneLine(readFileSync(new URL(file, import.meta.url), 'utf8'))

/**
 * What is put before a script under test: a file beside this one, in which `CALLER` is that of caller.lua and
 * `FORBIDDEN` that of forbidden.lua.
 */
export const prefixFrom = (file: string): string =>
  read(file)
    .replaceAll('CALLER', () => read('caller.lua'))
    .replaceAll('FORBIDDEN', () => read('forbidden.lua'))
